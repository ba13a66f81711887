#if PostgreSQL && App
    import Foundation
    import HTTPTypes
    import Hummingbird
    import MillraceDurable
    import MillraceExtras
    import MachineSupport

    /// The routes for the clients of ledgers.
    struct LedgerRoutes: Sendable {
        let storage: DurableStorage
        let ledgers: [String: RemoteStore<Ledger>]

        /// When a message is acknowledged.
        private enum Answer: String, CaseIterable {
            /// When it is stored in the inbox of its receiver.
            case stored
            /// When it is reduced, and its turn is stored.
            case turn
        }

        init(_ storage: DurableStorage, _ names: [String]) {
            self.storage = storage
            ledgers = Dictionary(
                uniqueKeysWithValues: names.map { ($0, storage.remote(Ledger.self, in: $0, named: Ledger.name)) })
        }

        func add(to router: Router<BasicRequestContext>) {
            for answer in Answer.allCases {
                router.post("ledgers/:ledger/:client/:number/\(answer)") { _, context in
                    let ledger = try context.parameters.require("ledger")
                    let client = try context.parameters.require("client", as: Int.self)
                    let number = try context.parameters.require("number", as: Int.self)
                    return try await send(client, number, to: ledger, answer)
                }
            }
            router.get("ledgers/:ledger") { _, context in
                try await read(try context.parameters.require("ledger"))
            }
        }

        /// Sends a message, and returns its turn, or an empty text.
        private func send(
            _ client: Int, _ number: Int, to ledger: String, _ answer: Answer
        ) async throws -> String {
            guard let store = ledgers[ledger] else { throw HTTPError(.notFound) }
            let id = Ledger.id(client: client, number: number)
            do {
                let receipt = try await store.send(.append(client: client, number: number), id: id)
                try await receipt.stored()
                if answer == .stored { return "" }
                if let turn = try await turn(of: id, in: ledger) { return "\(turn)" }
            } catch {
                throw HTTPError(.serviceUnavailable, message: "\(error)")
            }
            throw HTTPError(.gatewayTimeout)
        }

        /// Returns the turn of a message; `nil` if it is not stored after three seconds. No event of the public interface says that an engine of
        /// another node has stored one, so a program that must know it asks again and again.
        private func turn(of id: String, in ledger: String) async throws -> UInt64? {
            let end = ContinuousClock.now + .seconds(3)
            var pause = Duration.milliseconds(2)
            while ContinuousClock.now < end {
                if let turn = try await storage.turn(ofMessage: id, in: ledger) { return turn }
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(50))
            }
            return nil
        }

        /// Reads a ledger, if its engine is on this node.
        private func read(_ ledger: String) async throws -> String {
            guard let store = ledgers[ledger] else { throw HTTPError(.notFound) }
            do {
                let view = try await store.execute(ReadLedger())
                return String(decoding: try JSONEncoder().encode(view), as: UTF8.self)
            } catch {
                throw HTTPError(.conflict, message: "\(error)")
            }
        }
    }
#endif
