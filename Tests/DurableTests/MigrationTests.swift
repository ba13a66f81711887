#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Changes of the form of stored values.
    @MainActor @Suite("Migrations") struct MigrationTests {
        /// The order of a newer build: its id is a text, and it has a price.
        private struct NewOrder: Codable, Equatable, Identifiable {
            let id: String
            let price: Int
            let isPaid: Bool
        }

        private struct NewState: DurableState, Equatable {
            var orders: [NewOrder] = []
            var totals: [String: Double] = [:]
            var texts: [String] = []
            static var rows: [DurableRows<NewState>] { [.elements("orders", \.orders), .values("totals", \.totals)] }
        }

        /// The action of the newer build: another form.
        private enum NewAction: Codable, Equatable { case write(String), charged(String) }

        private struct NewCharge: DurableCommand, Equatable {
            typealias Output = Int
            static let durableName = "new charge"
            static var interruption: Interruption<NewCharge> { .runAgain() }
            let order: String
            func response(to event: Event<NewCharge>) -> NewAction { .charged(order) }
        }

        private struct NewShop: Reducer {
            func reduce(_ state: inout NewState, _ action: NewAction) -> Flow<NewShop> {
                switch action {
                case .write(let text), .charged(let text): state.texts.append(text)
                }
                return .none
            }
        }

        private struct OldRest: Codable {
            let notes: [String]
        }

        private struct NewRest: Codable {
            let orders: [NewOrder]
            let totals: [String: Double]
            let texts: [String]
        }

        /// The migrations of the newer build.
        private static let all = [
            DurableMigration("orders have a price") { changes in
                try changes.elements(of: "orders", "orders", from: Shop.Order.self) {
                    $0.id == 2 ? nil : NewOrder(id: "\($0.id)", price: 5, isPaid: $0.isPaid)
                }
                try changes.values(of: "orders", "totals", from: Int.self) { Double($0) }
            },
            DurableMigration("texts") { changes in
                try changes.state(of: "orders", from: OldRest.self) {
                    NewRest(orders: [], totals: [:], texts: $0.notes.map { $0 + "!" })
                }
                try changes.commands("charge", renamed: "new charge", from: Charge.self) {
                    NewCharge(order: "\($0.order)")
                }
                try changes.actions(of: "orders", from: Shop.Action.self) { action -> NewAction in
                    if case .note(let text) = action { return .write(text) }
                    return .write("")
                }
                try changes.rename(store: "orders", to: "sales")
            },
        ]

        /// Stores orders, a command in flight, and a delay with an action and a command.
        private func fill(_ storage: DurableStorage) async throws {
            let bank = Bank(storage)
            try await bank.start()
            for order in [3, 2, 1] { bank.store?.send(.place(order)) }
            await bank.called(3)
            try await bank.answer(3)
            try await bank.answer(2)
            bank.store?.send(.note("a"))
            bank.store?.send(.remind("call", milliseconds: 60_000, thenCharge: true))
            try await bank.engine?.stored()
            bank.kill()
        }

        /// Opens the storage with the newer build, and checks what it has.
        private func check(_ storage: DurableStorage) async throws {
            let scheduler = ManualScheduler()
            let engine = try await storage.engine("shop", on: Engine(scheduler: scheduler)) {
                Date(timeIntervalSince1970: 1_000_000)
            }
            let (calls, continuation) = AsyncStream<(String, String)>.makeStream()
            engine.handle(NewCharge.self) { command, call in
                continuation.yield((command.order, call.key))
                return 1
            }
            let store = try engine.store("sales", NewState(), NewShop())
            #expect(store.state.orders.map(\.id) == ["3", "1"] && store.state.orders.map(\.isPaid) == [true, false])
            #expect(store.state.totals == ["all": 3] && store.state.texts == ["a!"])
            try await engine.resume()
            var iterator = calls.makeAsyncIterator()
            let first = try #require(await iterator.next())
            #expect(first.0 == "1" && first.1.hasSuffix("-3"))
            scheduler.advance(by: .seconds(60))
            #expect(store.state.texts.contains("call"))
            #expect(await iterator.next()?.0 == "7")
            try await engine.suspend()
        }

        @Test("Durable 4 · migrations change values, rows, commands and actions, once, also on a file") func file()
            async throws
        {
            try await withFile { file in
                let old = try await DurableStorage(sqlite: file)
                try await fill(old)
                await old.close()
                // Twice: they are applied once.
                for _ in 0..<2 {
                    let storage = try await DurableStorage(sqlite: file, migrations: Self.all)
                    await storage.close()
                }
                let storage = try await DurableStorage(sqlite: file, migrations: Self.all)
                try await check(storage)
                await storage.close()
                // The older build refuses the file.
                await #expect(throws: DurableError.newerBuild(migrations: ["orders have a price", "texts"])) {
                    _ = try await DurableStorage(sqlite: file)
                }
            }
        }

        @Test("Durable 4 · if one value is refused, no migration has changed anything") func refused() async throws {
            let backend = MemoryBackend()
            let storage = DurableStorage(backend)
            try await fill(storage)
            let before = try await backend.load("shop")
            let refusing = DurableMigration("a wrong form") { changes in
                try changes.state(of: "sales", from: [Int].self) { $0 }
            }
            let error = await #expect(throws: DurableError.self) { try await storage.migrate(Self.all + [refusing]) }
            guard case .migration("a wrong form", let reason) = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(reason.contains("sales"))
            #expect(try await backend.load("shop") == before)
            #expect(await backend.migrations() == [])
            try await storage.migrate(Self.all)
            try await check(storage)
        }

        @Test("Durable 4 · a migration that would lose a value is refused") func collisions() async throws {
            let backend = MemoryBackend()
            let storage = DurableStorage(backend)
            try await fill(storage)
            let bank = Bank(storage)
            bank.setUp = { _ = try $0.store("other", Shop.State(), Shop()) }
            try await bank.start()
            bank.kill()
            let before = try await backend.load("shop")
            let same = DurableMigration("one id for all") { changes in
                try changes.elements(of: "orders", "orders", from: Shop.Order.self) { _ in Shop.Order(id: 1) }
            }
            let renamed = DurableMigration("a name that exists") { try $0.rename(store: "orders", to: "other") }
            for migration in [same, renamed] {
                await #expect(throws: DurableError.self) { try await storage.migrate([migration]) }
            }
            #expect(try await backend.load("shop") == before)
        }

        @Test(
            "Durable 4 · a migration of the ids of rows takes their work with it; without it, resume() throws"
        )
        func childKeys() async throws {
            let storage = DurableStorage.memory()
            let bank = Bank(storage)
            var board: Store<Board>?
            bank.setUp = { engine in
                engine.register(id: Row.Name.self, named: "row")
                engine.handle(RowCharge.self) { [bank] (command: RowCharge, call: DurableCall) async throws(Refused) in
                    try await bank.charge(command.row, call).get()
                }
                board = try engine.store("board", Board.State(), Board())
            }
            try await bank.start()
            board?.send(.add(1))
            board?.send(.row(1, .charge))
            await bank.called(1)
            bank.kill()
            let rows = DurableMigration("higher ids") { changes in
                try changes.elements(of: "board", "rows", from: Row.State.self) { Row.State(id: $0.id + 100) }
            }
            let keys = DurableMigration("higher keys") { changes in
                try changes.keys(ofChildren: "rows", in: "board", from: Int.self) { $0 + 100 }
            }
            try await storage.migrate([rows])
            let error = await #expect(throws: DurableError.self) { try await bank.start() }
            #expect("\(error as Any)".contains("does not exist"))
            bank.kill()
            try await storage.migrate([rows, keys])
            try await bank.start()
            await bank.called(2)
            bank.reply(1, .success(7))
            for await state in try #require(board).values(of: \.self) where state.rows.first?.log.isEmpty == false {
                break
            }
            #expect(board?.state.rows == [Row.State(id: 101, log: ["charged 7"])])
            bank.kill()
        }

        @Test("Durable 4 · a new storage notes its migrations without applying them") func new() async throws {
            try await withFile { file in
                let failing = DurableMigration("never") { _ in throw CancellationError() }
                let first = try await DurableStorage(sqlite: file, migrations: [failing])
                try await fill(first)
                await first.close()
                let second = try await DurableStorage(sqlite: file, migrations: [failing])
                await second.close()
            }
        }

        @Test("Durable 4 · a state that the build cannot read is an error with the store and the type")
        func unreadable()
            async throws
        {
            let storage = DurableStorage.memory()
            try await fill(storage)
            let engine = try await storage.engine("shop")
            let error = #expect(throws: DurableError.self) { try engine.store("orders", NewState(), NewShop()) }
            #expect("\(error as Any)".contains("orders") && "\(error as Any)".contains("NewState"))
            engine.engine.shutdown()
        }
    }
#endif
