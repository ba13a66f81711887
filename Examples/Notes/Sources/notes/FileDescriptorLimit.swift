import Foundation

/// The limit of the process's file descriptors: of connections, downloads and files.
enum FileDescriptorLimit {
    /// The descriptors besides those of connections: some for each download, and for the database.
    private static let others = 1_000

    /// Raises the limit, as far as the system allows it. The usual limit is 1,024, which one client could use up.
    ///
    /// - Parameter connections: The maximum number of connections. Twice as many and 100 more can be open.
    static func raise(for connections: Int) {
        let needed = rlim_t(2 * connections + 100 + others)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return }
        limit.rlim_cur = min(needed, limit.rlim_max)
        // If it fails, the lower limit remains.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Darwin)
        private static let resource = RLIMIT_NOFILE
    #else
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
