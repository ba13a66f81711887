#if Web
    import Foundation

    /// The memory that the program has freed, and that the C library keeps for later.
    enum FreedMemory {
        private typealias Trim = @convention(c) (Int) -> Int32

        /// The function `malloc_trim` of glibc, which no Swift module declares. `nil` in other C libraries, which return freed memory by
        /// themselves.
        private static let trim: Trim? = dlsym(nil, "malloc_trim").map {
            // Safe: the function has had this type since its first version.
            unsafeBitCast($0, to: Trim.self)
        }

        /// Returns the memory to the system.
        ///
        /// glibc keeps freed memory that is between objects in use. Large pages that change often would make the program take ten times
        /// the memory that it uses.
        static func release() { _ = trim?(0) }
    }
#endif
