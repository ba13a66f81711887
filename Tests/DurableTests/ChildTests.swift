#if SQLite || App
    import Millrace
    import MillraceHistory
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// The work of children goes on in the child that requested it.
    @MainActor @Suite("Children") final class ChildTests {
        private let bank = Bank(.memory())
        private var board: Store<Board>?

        init() {
            bank.setUp = { [unowned self] engine in
                engine.register(id: Row.Name.self, named: "row")
                engine.handle(RowCharge.self) { [bank] (command: RowCharge, call: DurableCall) async throws(Refused) in
                    try await bank.charge(command.row, call).get()
                }
                board = try engine.store("board", Board.State(), Board())
            }
        }

        private func restart() async throws {
            try await bank.engine?.stored()
            board = nil
            bank.kill()
            try await bank.start()
        }

        private func log(_ row: Int) -> [String]? { board?.state.rows.first { $0.id == row }?.log }

        /// Waits until a row or the header has an entry.
        private func wait(until isDone: (Board.State) -> Bool) async throws {
            for await state in try #require(board).values(of: \.self) where isDone(state) { break }
        }

        @Test("Durable 5 · a command of a keyed row goes on in its row, and its answer reaches the row") func rows()
            async throws
        {
            try await bank.start()
            for row in 1...3 { board?.send(.add(row)) }
            board?.send(.row(2, .charge))
            board?.send(.header(.charge))
            await bank.called(2)
            try await restart()
            await bank.called(4)
            #expect(bank.calls.map(\.order) == [2, 0, 2, 0] && bank.calls[0].call.key == bank.calls[2].call.key)
            bank.reply(2, .success(7))
            bank.reply(0, .failure(Refused()))
            try await wait { $0.rows[1].log == ["charged 7"] && $0.header.log == ["refused"] }
            #expect(log(1) == [] && log(3) == [])
            // Its id and its policy belong to the row again.
            board?.send(.row(2, .charge))
            await bank.called(5)
            try await restart()
            await bank.called(6)
            board?.send(.row(2, .charge))
            await bank.called(7)
            #expect(bank.engine?.engine.resources.effects == 1)
            bank.kill()
        }

        @Test("Durable 5 · after a restart, the command of a row is cancelled when the row is removed") func removed()
            async throws
        {
            try await bank.start()
            board?.send(.add(1))
            board?.send(.row(1, .charge))
            board?.send(.row(1, .remind))
            await bank.called(1)
            try await restart()
            await bank.called(2)
            board?.send(.remove(1))
            #expect(bank.engine?.engine.resources.effects == 0)
            bank.reply(1, .success(1))
            bank.scheduler.advance(by: .seconds(60))
            try await restart()
            #expect(board?.state.rows == [] && bank.calls.count == 2 && bank.faults.isEmpty)
            bank.kill()
        }

        @Test("Durable 5 · a dead letter of a row that was removed is only removed, whether it is retried or dropped")
        func letterOfRemovedRow() async throws {
            try await bank.start()
            for row in 1...2 {
                board?.send(.add(row))
                board?.send(.row(row, .charge))
            }
            for _ in 0..<3 { try await restart() }
            let letters = try #require(bank.engine?.deadLetters)
            #expect(letters.count == 2)
            for row in 1...2 { board?.send(.remove(row)) }
            let count = bank.calls.count
            try bank.engine?.retry(letters[0].id)
            try bank.engine?.drop(letters[1].id)
            try await restart()
            #expect(bank.engine?.deadLetters == [] && bank.engine?.engine.resources.effects == 0)
            #expect(bank.calls.count == count && bank.faults.isEmpty)
            bank.kill()
        }

        @Test("Durable 6 · a delay of a row goes on in its row") func delay() async throws {
            try await bank.start()
            board?.send(.add(1))
            board?.send(.row(1, .remind))
            board?.send(.header(.remind))
            try await restart()
            #expect(bank.engine?.engine.resources.effects == 2)
            bank.scheduler.advance(by: .seconds(60))
            #expect(log(1) == ["reminded"] && board?.state.header.log == ["reminded"])
            bank.kill()
        }

        @Test("Durable 5 · work of a child that is not declared is a fault in its turn") func undeclared() async throws
        {
            try await bank.start()
            board?.send(.undeclared(.note("free")))
            #expect(bank.faults.isEmpty)
            board?.send(.undeclared(.charge))
            board?.send(.undeclared(.remind))
            try await bank.engine?.stored()
            #expect(bank.faults.map(\.kind) == [.notDurable, .notDurable] && bank.calls.isEmpty)
            bank.kill()
        }

        @Test("Durable 6 · a delay before the flow of a child that is not declared is a fault, and is not performed")
        func undeclaredDelay() async throws {
            try await bank.start()
            board?.send(.delayed(.note("late")))
            try await bank.engine?.stored()
            #expect(bank.faults.map(\.kind) == [.notDurable])
            bank.scheduler.advance(by: .seconds(100))
            #expect(board?.state.header.log == [])
            bank.kill()
        }

        @Test("Durable 5 · two types of ids with one name are a fault") func idNames() async throws {
            try await bank.start()
            bank.engine?.register(id: Double.self, named: "row")
            #expect(bank.faults.map(\.kind) == [.durableNameRepeated])
            bank.kill()
        }
    }
#endif
