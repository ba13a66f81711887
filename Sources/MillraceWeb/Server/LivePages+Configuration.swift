#if Web || Hummingbird || App
    public import Logging

    extension LivePages {
        /// The settings of pages: their limits, their texts and the files of the application.
        public struct Configuration: Sendable {
            /// Where the pages are mounted.
            var mount = MountPath()
            /// The clients that the server accepts. Defaults to this machine only.
            public var access: Access = .loopback
            /// The proxies in front of the server. Defaults to `nil`: no client may name another address.
            public var trustedProxies: TrustedProxies?
            /// Recognizes people who have signed in, such as `SignIns` of the module `MillraceAccounts`. Defaults to `nil`: only a trusted proxy
            /// and the application itself can name an identity.
            public var identities: (any IdentityService)?
            /// Observes the pages, in order to measure or trace them. Defaults to `nil`.
            public var observer: (any PagesObserver)?
            /// The limits on sessions, connections, sizes and times.
            public var limits = Limits()
            /// The time in which visitors are still served when the server begins to shut down, while `/ready` answers with the status
            /// 503. Defaults to 0. Behind a proxy, choose the time in which it notices that.
            public var drainTime = Duration.zero
            /// The time limit of a shutdown for requests that run, and for pages that are handed over to other nodes. Connections that remain are
            /// then closed. Defaults to 10 seconds.
            public var shutdownTimeout = Duration.seconds(10)
            /// The files of the application. The server never reads files from a folder.
            public var files: [WebFile] = []
            /// Whether the pages have the default style: typography, spacing, forms, tables and dialogs, light and dark.
            /// It is in the cascade layer `millrace`, so each rule of the application's ``stylesheets`` overrides it.
            /// Defaults to `true`.
            public var usesDefaultStyle = true
            /// The URLs of the application's style sheets, such as `/notes.css`, in order. They follow the style sheets
            /// of Millrace.
            public var stylesheets: [String] = []
            /// The URLs of the application's JavaScript modules, in order. They follow the script of Millrace.
            public var scripts: [String] = []
            /// The URL of the page's icon.
            public var icon = "/millrace/icon.svg"
            /// The language of the pages, as an HTML language code. Defaults to `"en"`. Setting it also sets ``texts``, if
            /// those of the language are included.
            public var language = "en" {
                didSet { if let included = PageTexts.included(for: language) { texts = included } }
            }
            /// The built-in texts of the pages. Defaults to English, or to those of the ``language``.
            public var texts = PageTexts.english
            /// Returns the document of a path that is none of the pages', to be shown in a frame of a page; `nil` for other paths. Defaults
            /// to `nil`: there are none, and pages have no frames.
            package var frames: (@Sendable (PageRequest) async -> PageResponse?)?
            /// The clock that measures all time limits.
            public var clock: any Clock<Duration> = ContinuousClock()
            /// The log of the server. Defaults to a logger with the label `MillraceWeb`, which writes to the standard error
            /// unless the program has set up another system.
            ///
            /// | level | events |
            /// |---|---|
            /// | error | a session or a connection that cannot be created |
            /// | warning | a limit is reached; requests and connections that are refused because of it |
            /// | notice | the server starts, shuts down and has ended |
            /// | info | malformed and forbidden requests and messages; sessions that end because of a limit |
            /// | debug | URLs that do not exist, and pages that are requested in advance |
            ///
            /// At most ten events of each kind are written in a minute. The next one contains the number of those that were
            /// omitted. No event contains a URL, a form or a message of a page. An event can contain the client's address,
            /// or an error that the application has thrown.
            public var logger = Logger(label: "MillraceWeb")

            /// Creates the default configuration.
            public init() {}

            /// Returns the URL of a file. A file of the pages is below their mount path; another URL belongs to the application.
            func url(ofFile path: String) -> String {
                path.hasPrefix("/millrace/") || files.contains { $0.path == path } ? mount.path + path : path
            }

            /// The URLs of the style sheets in a document: those of Millrace and of the application.
            var allStylesheets: [String] {
                ["/millrace/millrace.css"] + (usesDefaultStyle ? ["/millrace/style.css"] : []) + stylesheets
            }
        }

        /// The clients that a server accepts.
        ///
        /// The server rejects a request whose `Host` header is not one of its host names. Otherwise another site could
        /// point its own name to this server, and read what it serves (DNS rebinding).
        public struct Access: Sendable, Equatable {
            /// Accepts clients on this machine only, under the names `localhost`, `127.0.0.1` and `[::1]`.
            public static let loopback = Access(names: ["localhost", "127.0.0.1", "[::1]"], isLoopback: true)
            /// Accepts clients from the network that request one of these host names, such as `notes.example`. A host
            /// name has no port.
            public static func network(hostNames: [String]) -> Access {
                Access(names: hostNames.map { $0.lowercased() }, isLoopback: false)
            }

            /// Accepts clients on this machine only, such as a proxy, that request one of these host names. A host name has
            /// no port.
            public static func behindProxy(hostNames: [String]) -> Access {
                Access(names: hostNames.map { $0.lowercased() }, isLoopback: true)
            }

            let names: [String]
            package let isLoopback: Bool

            /// Whether a `Host` header with this value is accepted. It may have any port.
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
