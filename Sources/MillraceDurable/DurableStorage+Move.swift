#if SQLite || App
    import Foundation

    extension DurableStorage {
        /// Copies everything of a stopped program to another storage, which is empty: the values, the work in flight, the ids of messages and
        /// the sessions. Only the actions that are kept for ``DurableCheck`` are not copied. The first storage does not change.
        ///
        /// The work keeps its keys and its times. New work gets keys that were never used.
        ///
        /// - Parameters:
        ///   - source: The path of a SQLite file, or the URL of a PostgreSQL database, such as `postgres://db/shop`.
        ///   - target: The same for the other storage, which is created if it is missing.
        /// - Throws: ``DurableError``: a program uses the first storage, or the other one is not empty. It is empty again after an error.
        public static func move(from source: String, to target: String) async throws(DurableError) {
            if !isURL(source), !FileManager.default.fileExists(atPath: source) {
                throw .cannotOpen(file: source, reason: "It does not exist.")
            }
            let first = try await opened(source)
            do throws(DurableError) {
                let second = try await opened(target)
                do throws(DurableError) {
                    guard let from = first.backend as? any MovableBackend,
                        let to = second.backend as? any MovableBackend
                    else { return }
                    try await from.copy(to: to)
                } catch {
                    await second.close()
                    throw error
                }
                await second.close()
            } catch {
                await first.close()
                throw error
            }
            await first.close()
        }

        private static func isURL(_ text: String) -> Bool {
            text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        }

        /// Opens a storage without applying migrations.
        private static func opened(_ text: String) async throws(DurableError) -> DurableStorage {
            if !isURL(text) { return try await DurableStorage(unchanged: text) }
            #if PostgreSQL
                return DurableStorage(try await PostgresBackend(text))
            #else
                throw .cannotOpen(file: text, reason: "This program was built without the trait PostgreSQL.")
            #endif
        }
    }
#endif
