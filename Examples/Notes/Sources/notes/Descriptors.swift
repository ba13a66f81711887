import Foundation

/// The descriptors of the process: of connections, downloads and files.
enum Descriptors {
    /// More than the program uses with its usual limits: twice as many connections as the limit and 100 more can be open, besides
    /// some descriptors for each download and for the database.
    private static let needed: rlim_t = 8_192

    /// Raises the limit of the process, as far as the system allows it. The usual limit is 1,024, which one client could use up.
    static func raiseLimit() {
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
