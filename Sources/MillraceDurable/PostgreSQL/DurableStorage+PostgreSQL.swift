#if PostgreSQL
    public import Foundation

    extension DurableStorage {
        /// Opens a database of PostgreSQL, which several nodes can use: programs on one machine or on many. Creates the tables if they
        /// are missing, in a schema named `millrace`.
        ///
        /// ```swift
        /// let storage = try await DurableStorage(postgres: "host=db dbname=shop")
        /// ```
        /// Each engine has one owner among the nodes. When a node ends in order, or its lease ends, another node can open its engines.
        /// ``host(_:timers:keepingIDs:grace:on:now:isolation:_:)`` does that. Each migration is applied to an engine when it is opened, so nodes with
        /// different builds can run at the same time: a node does not open an engine that a newer build has migrated.
        ///
        /// While the database cannot be reached, turns wait, and the storage connects again and again: see ``status``. It uses four
        /// connections, each with a thread of its own.
        ///
        /// - Parameters:
        ///   - info: A connection string of libpq: words as in `host=db dbname=shop`, or a URL. The role must be allowed to create a schema in
        ///     the database at the first use. A proxy between them must keep the session of each connection.
        ///   - migrations: The changes of the stored values, the oldest first. Defaults to none.
        ///   - keptBytes: The maximum number of bytes for each engine that are kept for ``DurableCheck``. Defaults to 64 MB; 0 keeps nothing.
        ///   - lease: The time after which other nodes take the engines of a node that does not answer. Defaults to 10 s. A node whose
        ///     lease cannot be extended stores nothing after two thirds of it.
        ///   - name: The name of the node in errors of others. Defaults to its host and its process.
        /// - Throws: ``DurableError``: the database cannot be reached, its `synchronous_commit` is weaker than `on`, or another build has
        ///   other migrations.
        public init(
            postgres info: String, migrations: [DurableMigration] = [], keepingActions keptBytes: Int = 64 * 1_048_576,
            lease: Duration = .seconds(10), node name: String? = nil
        ) async throws(DurableError) {
            var options = PostgresOptions()
            (options.lease, options.pastLimit, options.name) = (lease / .seconds(1), keptBytes, name)
            let backend = try await PostgresBackend(info, options)
            do throws(DurableError) { try await self.init(backend, migrations: migrations) } catch {
                await backend.close()
                throw error
            }
        }

        /// How often this node has replaced the connection on which it listens for other nodes, because it was lost or did not answer: for a
        /// metric. Messages are found meanwhile, a second later at most. Zero for SQLite.
        public var listenerReplacements: Int { (backend as? PostgresBackend)?.listenerReplacements ?? 0 }
    }
#endif
