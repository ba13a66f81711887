#if Web
    import Foundation

    extension WebServer {
        /// What is served besides the sessions, and to whom.
        public struct Configuration: Sendable {
            /// The port; 0 takes any that is free.
            public var port: UInt16
            /// Who is served. Only this machine, unless said otherwise.
            public var access: Access = .loopback
            /// How much of everything there may be.
            public var limits = Limits()
            /// The application's own files. Nothing else is served, and no folder.
            public var files: [WebFile] = []
            /// The addresses of style sheets, in order, after that of Millrace: `/notes.css`.
            public var stylesheets: [String] = []
            /// The addresses of modules of JavaScript, in order, after that of Millrace.
            public var scripts: [String] = []
            /// The url of the icon of the page.
            public var icon = "/millrace/icon.svg"
            /// The language that the pages are written in, as HTML names it.
            public var language = "en"
            /// What tells when something has been idle, or has waited, for too long.
            public var clock: any Clock<Duration> = ContinuousClock()
            /// Is told, in a message, what went wrong within the server and cannot be told to whoever asked; by default it
            /// is written to the standard error. It is called on any thread.
            public var report: @Sendable (String) -> Void = { message in
                FileHandle.standardError.write(Data("MillraceWeb: \(message)\n".utf8))
            }

            /// A server of this machine on `port`.
            public init(port: UInt16 = 8080) { self.port = port }
        }

        /// Who is served.
        ///
        /// Only requests that name one of its hosts are answered, for a page of another site could otherwise have its own
        /// name lead here, and read what is served.
        public struct Access: Sendable, Equatable {
            /// Only this machine, under the names `localhost`, `127.0.0.1` and `[::1]`.
            public static let loopback = Access(names: ["localhost", "127.0.0.1", "[::1]"], isLoopback: true)
            /// Whoever reaches this machine and calls it by one of `names`: `.network(hostNames: ["notes.example"])`. The port does
            /// not belong to the name.
            public static func network(hostNames: [String]) -> Access {
                Access(names: hostNames.map { $0.lowercased() }, isLoopback: false)
            }

            let names: [String]
            let isLoopback: Bool

            /// Whether this is what a request's field `Host` may say.
            func isHost(_ host: String) -> Bool {
                let host = host.lowercased()
                return names.contains { name in
                    guard host.hasPrefix(name) else { return false }
                    let rest = host.utf8.dropFirst(name.utf8.count)
                    return rest.isEmpty
                        || rest.first == UInt8(ascii: ":") && (2...6).contains(rest.count)
                            && rest.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                }
            }
        }
    }
#endif
