#if PostgreSQL
    import Foundation
    import Millrace

    /// Stores in a database of PostgreSQL, which several nodes can use.
    ///
    /// A commit returns when the server has it on the disk: a server or a role with a weaker `synchronous_commit` is refused. There are four
    /// connections, each with a thread: one writes, one reads, one listens, and one keeps the lease.
    package final class PostgresBackend: Sendable {
        let node: PostgresNode
        let writer: PostgresWriter
        let reader: PostgresThread
        let notifier: PostgresNotifier
        let options: PostgresOptions
        private let keeper: PostgresThread
        private let listener: PostgresListener
        /// How often the listening connection was replaced.
        var listenerReplacements: Int { listener.replacements }

        /// Connects, and creates the tables if they are missing.
        ///
        /// - Parameter info: A connection string of libpq: words as in `host=db dbname=shop`, or a URL.
        package init(_ info: String, _ options: PostgresOptions = PostgresOptions()) async throws(DurableError) {
            self.options = options
            let process = ProcessInfo.processInfo
            let name = options.name ?? "\(process.hostName) \(process.processIdentifier)"
            let node = PostgresNode(name, lease: options.lease)
            let connect: @Sendable () throws(PostgresError) -> PostgresConnection = {
                try Self.connect(info, options, node)
            }
            reader = PostgresThread("reads", connect)
            let writing = PostgresThread("writes") { () throws(PostgresError) in
                let connection = try connect()
                try node.register(on: connection)
                return connection
            }
            let watch = PostgresWatch(node, writing, options)
            keeper = PostgresThread("lease", connect, every: (min(options.lease / 5, options.pollInterval), watch.run))
            notifier = PostgresNotifier(keeper, node)
            writer = PostgresWriter(writing, node, notifier, options)
            listener = PostgresListener(node, options, connect)
            self.node = node
            do throws(DurableError) { try await prepare(info) } catch {
                await close()
                throw error
            }
        }

        private func prepare(_ info: String) async throws(DurableError) {
            let result: Result<Void, DurableError> = try await reader.run { connection in
                Result { () throws(DurableError) in try PostgresSchema.prepare(connection, connection.database) }
            }
            try result.get()
            // Gets the first lease.
            try await writer.run { _ throws(PostgresError) in }
            await listener.start()
        }

        private static func connect(
            _ info: String, _ options: PostgresOptions, _ node: PostgresNode
        ) throws(PostgresError) -> PostgresConnection {
            do throws(PostgresError) {
                let connection = try PostgresConnection(info, timeout: max(2, options.lease))
                let setting = try connection.run("SHOW synchronous_commit")[0].text(0)
                guard ["on", "remote_apply"].contains(setting) else {
                    throw .refused(
                        state: "22023",
                        reason: "synchronous_commit is \(setting), so a commit could be lost. Set it to on.")
                }
                // Statements that are sent without BEGIN see what was committed before each of them, as the others do.
                try connection.run("SET default_transaction_isolation = 'read committed'")
                return connection
            } catch {
                if case .lost(let reason) = error { node.setStatus(.unreachable(reason: reason)) }
                throw error
            }
        }

        /// Reads with the connection for reads.
        func read<Result: Sendable>(
            _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result
        ) async throws(DurableError) -> Result {
            try await reader.run(retries: true, body)
        }

        /// Ends the threads and the lease, if it was not closed.
        deinit {
            listener.end()
            writer.end { [node] connection throws(PostgresError) in try node.end(on: connection) }
            reader.end()
            keeper.end()
        }

        /// Stores the batches that wait, and ends the lease of this node, so that others can take its engines at once.
        package func close() async {
            listener.end()
            await writer.close { [node] connection throws(PostgresError) in try node.end(on: connection) }
            notifier.add([.released(nil)])
            reader.end()
            await withCheckedContinuation { continuation in
                // Behind the notification.
                if !keeper.add({ _ in continuation.resume() }) { continuation.resume() }
            }
            keeper.end()
        }
    }
#endif
