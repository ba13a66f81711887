#if PostgreSQL && App
    package import Millrace
    package import MillraceDurable

    /// Reads a ledger on its owner.
    package struct ReadLedger: TransientCommand, Equatable {
        package typealias Output = LedgerView
        package typealias Failure = Never

        package init() {}
    }

    /// The result of a read.
    package struct LedgerView: Codable, Equatable, Sendable {
        /// The number of entries.
        package var count = 0
        /// The number of the last entry of each client.
        package var last: [Int: Int] = [:]

        package init(_ entries: [Ledger.Entry]) {
            count = entries.count
            for entry in entries { last[entry.client] = entry.number }
        }
    }

    extension DurableEngine {
        /// Creates the ledger of an engine, and answers reads.
        package func ledger(owner: String) throws(DurableError) -> Store<Ledger> {
            let ledger = try store(Ledger.name, Ledger.State(), Ledger(owner: owner))
            weak let weakLedger = ledger
            engine.handle(ReadLedger.self) { _ in LedgerView(weakLedger?.state.entries ?? []) }
            return ledger
        }
    }
#endif
