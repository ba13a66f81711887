#if SQLite || App
    import Millrace
    import MillraceDurable

    /// The program of the golden files: the shop, and the board.
    @MainActor final class Golden {
        let bank: Bank
        private(set) var board: Store<Board>?

        init(_ storage: DurableStorage) {
            bank = Bank(storage)
            bank.setUp = { [unowned self] engine in
                engine.register(id: Row.Name.self, named: "row")
                engine.handle(RowCharge.self) { [bank] (command: RowCharge, call: DurableCall) async throws(Refused) in
                    try await bank.charge(command.row, call).get()
                }
                engine.handle(
                    Transfer.self, asking: { (_: Transfer, _: DurableCall) async throws(Refused) in nil }
                ) { [bank] (command: Transfer, call: DurableCall) async throws(Refused) in
                    try await bank.charge(command.order, call).get()
                }
                board = try engine.store("board", Board.State(), Board())
            }
        }
    }
#endif
