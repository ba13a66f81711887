#if PostgreSQL && App
    import MachineSupport
    import Millrace
    import MillraceExtras

    @testable import MillraceDurable

    /// A node in this process, which hosts a ledger.
    @MainActor final class LedgerNode {
        static let engine = "ledger0"

        let storage: DurableStorage
        let handle: RemoteStore<Ledger>
        private let name: String
        private var ledger: Store<Ledger>?
        private var openings = 0
        private var waiters: [CheckedContinuation<Void, Never>] = []
        private var task: Task<Void, any Error>?

        init(_ name: String, _ database: String, _ change: (inout PostgresOptions) -> Void = { _ in }) async throws {
            self.name = name
            var options = PostgresOptions()
            // Two owners would keep different actions for one turn, which the database refuses.
            (options.name, options.lease, options.pastLimit) = (name, 60, 0)
            change(&options)
            storage = try await DurableStorage(try await PostgresBackend(database, options), migrations: [])
            handle = storage.remote(Ledger.self, in: Self.engine, named: Ledger.name)
        }

        /// Hosts the ledger, and returns when this node has it.
        func host() async {
            task = Task {
                try await storage.host(Self.engine, grace: .zero) { durable in
                    durable.engine.onFault = { _ in }
                    self.openings += 1
                    self.ledger = try durable.ledger(owner: "\(self.name) \(self.openings)")
                    try await durable.resume()
                    for waiter in self.waiters { waiter.resume() }
                    self.waiters = []
                }
            }
            await withCheckedContinuation { waiters.append($0) }
        }

        /// Sends a message on the owner. Returns a task whose value is its turn.
        func send(_ client: Int, _ number: Int) async throws -> Task<UInt64?, any Error> {
            guard let ledger else { throw CancellationError() }
            let receipt = try await ledger.send(
                .append(client: client, number: number), id: Ledger.id(client: client, number: number))
            return Task { try await receipt.turn() }
        }

        func close() async {
            task?.cancel()
            _ = await task?.result
            await storage.close()
        }
    }
#endif
