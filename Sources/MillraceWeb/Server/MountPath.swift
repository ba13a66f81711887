#if Web || Hummingbird || App
    import Millrace

    /// The path of the host below which pages are served. It is known when the application mounts them.
    final class MountPath: Sendable {
        private let state = Lock<String?>(nil)

        /// The path without a slash at its end, such as `/admin`. Empty at the root.
        var path: String { state.withLock { $0 ?? "" } }

        /// The name of the pages' cookie. Each mount has its own.
        var cookieName: String {
            "millrace" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        }

        /// Sets the path. Returns `false` if the pages have been mounted at another path.
        func set(_ path: String) -> Bool {
            state.withLock { known in
                defer { known = known ?? path }
                return known == nil || known == path
            }
        }
    }
#endif
