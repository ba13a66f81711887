#if Hummingbird || App
    import Foundation
    import NIOCore

    extension WebServer {
        /// An error that prevents a server from running.
        public enum Failure: Error, Equatable, CustomStringConvertible {
            /// Another program uses the port.
            case portInUse(UInt16)
            /// The system does not permit this program to use the port.
            case portForbidden(UInt16)
            /// Any other error, with its description.
            case other(String)

            /// A description of the problem and its fix.
            public var description: String {
                switch self {
                case .portInUse(let port):
                    "Another program uses port \(port). Close that program, or choose another port."
                case .portForbidden(let port):
                    "This program is not permitted to use port \(port). Choose a port above 1023."
                case .other(let message): "The server cannot run: \(message)."
                }
            }

            init(_ error: any Error, port: UInt16) {
                self =
                    switch (error as? IOError)?.errnoCode {
                    case EADDRINUSE: .portInUse(port)
                    case EACCES: .portForbidden(port)
                    default: .other("\(error)")
                    }
            }

            /// Whether the system does not have the address, so that another one may be tried.
            static func isMissingAddress(_ error: any Error) -> Bool {
                [EADDRNOTAVAIL, EAFNOSUPPORT].contains((error as? IOError)?.errnoCode)
            }
        }
    }
#endif
