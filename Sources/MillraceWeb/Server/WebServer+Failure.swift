#if Web
    import MillraceModules
    import FlyingSocks
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    extension WebServer {
        /// Why there cannot be a server.
        public enum Failure: Error, Equatable, CustomStringConvertible {
            /// Another program listens on the port.
            case portInUse(UInt16)
            /// The system does not let this program listen on the port.
            case portForbidden(UInt16)
            /// Something else.
            case other(String)

            /// A message that says what is wrong and what to do.
            public var description: String {
                switch self {
                case .portInUse(let port):
                    "Port \(port) is taken by another program: close it, or choose another port."
                case .portForbidden(let port):
                    "Port \(port) may not be used by this program: choose one above 1023."
                case .other(let message): "The page cannot be served: \(message)."
                }
            }

            init(_ error: any Error, port: UInt16) {
                self =
                    switch error as? SocketError {
                    case .failed(_, EADDRINUSE, _): .portInUse(port)
                    case .failed(_, EACCES, _): .portForbidden(port)
                    default: .other("\(error)")
                    }
            }
        }
    }
#endif
