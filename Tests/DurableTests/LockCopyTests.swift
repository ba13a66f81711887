#if SQLite || App
    import Foundation
    import MillraceDurable
    import Testing

    /// A process that is being started has a copy of each descriptor of its parent until its program is loaded. While one was started, a storage
    /// that was closed stayed locked.
    @Suite("Regressions") struct LockCopyTests {
        @Test("Durable 9 · a storage that is closed can be opened, also if a copy of its lock's descriptor exists")
        func copy()
            async throws
        {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let descriptor = try #require(
                    FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
                        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file
                            + ".lock"
                    }.flatMap { Int32($0) })
                let copy = dup(descriptor)
                defer { close(copy) }
                await storage.close()
                await (try DurableStorage(sqlite: file)).close()
            }
        }
    }
#endif
