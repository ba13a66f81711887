#if SQLite || App
    import Foundation
    import GRDB
    import GuideBlocks
    import Millrace
    import MillraceJournal
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Every format that was released can be opened.
    @MainActor @Suite("Golden files") struct GoldenTests {
        @Test("Durable 4 · a file of the format 1 is opened with all that it has") func format1() async throws {
            try await withFile { file in
                try await make(file, "format1")
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                let store = try #require(bank.store)
                #expect(store.state.orders.map(\.id) == [1, 2, 3, 4] && store.state.orders[1].attempts == [1])
                #expect(store.state.totals == ["all": 4] && store.state.notes == ["line\n\u{2028}\"", "once"])
                let letter = DeadLetter(
                    id: 1, command: "charge", value: #"{"order":1}"#, store: "orders", key: "j6z14f5durf6-shop-1",
                    reason: "The process ended 3 times while it ran.")
                #expect(bank.engine?.deadLetters == [letter])
                // The two orders, and the first of the three that wait for each other.
                await bank.called(3)
                #expect(bank.calls.map(\.order) == [3, 4, 1])
                #expect(bank.calls.map(\.call.key) == [3, 4, 6].map { "j6z14f5durf6-shop-\($0)" })
                #expect(bank.calls.map(\.call.attempt) == [2, 2, 2])
                #expect(try await store.send(.note("once"), id: "request 1").isRepeat)
                bank.scheduler.advance(by: .seconds(60))
                #expect(store.state.notes.last == "call")
                await bank.called(4)
                #expect(bank.calls.last?.order == 7)
                try await bank.engine?.suspend(grace: .zero)
                await storage.close()
            }
        }

        @Test(
            "Durable · the inspector sees the states, the work in flight and the dead letters of a file, and changes nothing"
        )
        func recording() async throws {
            try await withFile { file in
                try await make(file, "format2")
                let before = try Data(contentsOf: URL(fileURLWithPath: file))
                let reader = RingReader(try await DurableStorage.recording(of: file))
                try await reader.refresh()
                let run = try #require(await reader.runs.first)
                #expect(run.stores.values.sorted() == ["board", "orders"] && run.cutAfter == nil)
                let orders = try #require(run.stores.first { $0.value == "orders" }?.key)
                let state = try #require(await reader.states(after: .max, in: run.name)[orders])
                #expect(state["notes"] == .array([.string("line\n\u{2028}\""), .string("once")]))
                #expect(state["orders"]?.elements?.first?["id"] == .number("1") && state["totals"]?["all"] != nil)
                let letter = try #require(run.turns.first { $0.outcome == "deadLetter" })
                #expect(letter.type == "charge" && letter.store == orders && letter.pauses.count == 2)
                #expect(letter.error == "The process ended 3 times while it ran.")
                let line = await reader.line(of: letter, in: run.name)
                #expect(line?["payload"] == .object([.init(name: "order", value: .number("1"))]))
                let pending = run.turns.filter { $0.kind == "command" && $0.outcome == nil }
                #expect(pending.contains { $0.type == "charge" } && pending.contains { $0.type == "Delay" })
                #expect(run.turns.last?.type == "shop after turn 18")
                #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
            }
        }

        @Test("Durable · the inspector refuses a file that is missing or no storage") func noRecording() async throws {
            try await withFile { file in
                await #expect(throws: DurableError.self) { _ = try await DurableStorage.recording(of: file) }
                try Data("no database".utf8).write(to: URL(fileURLWithPath: file))
                await #expect(throws: DurableError.self) { _ = try await DurableStorage.recording(of: file) }
            }
        }

        /// Creates a file from the text of a golden file.
        private func make(_ file: String, _ name: String) async throws {
            let sql = try Guide.text(at: "Tests/DurableTests/Golden/\(name).sql")
            let database = try DatabaseQueue(path: file)
            try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
            try database.close()
        }

        @Test(
            "Durable 4 · a file of the format 2 is opened with all that it has, also the work of children and the kept actions"
        )
        func format2() async throws {
            try await withFile { file in
                try await make(file, "format2")
                var check = DurableCheck(URL(fileURLWithPath: file), engine: "shop")
                check.store("orders", Shop())
                check.store("board", Board())
                #expect(try await check.run() == .same(batches: 7))
                await #expect(throws: DurableError.newerBuild(migrations: ["first"])) {
                    _ = try await DurableStorage(sqlite: file)
                }
                let storage = try await DurableStorage(sqlite: file, migrations: [DurableMigration("first") { _ in }])
                let golden = Golden(storage)
                let bank = golden.bank
                try await bank.start()
                #expect(bank.store?.state.orders.map(\.id) == [1, 2, 3] && bank.store?.state.orders[1].isPaid == true)
                #expect(bank.store?.state.notes == ["line\n\u{2028}\"", "once"])
                #expect(bank.engine?.deadLetters.map(\.key) == ["17as9wdkqdolt-shop-1"])
                // An order, the charge of a row, and a transfer that has failed once.
                await bank.called(3)
                #expect(bank.calls.map(\.call.key) == [3, 5, 7].map { "17as9wdkqdolt-shop-\($0)" })
                #expect(bank.calls.map(\.call.attempt) == [2, 2, 3])
                #expect(try await #require(bank.store).send(.note("once"), id: "request 1").isRepeat)
                bank.scheduler.advance(by: .seconds(60))
                #expect(bank.store?.state.notes.last == "call")
                #expect(golden.board?.state.header.log == ["reminded"])
                bank.reply(7, .success(9))
                for await state in try #require(golden.board).values(of: \.self)
                where state.rows.first?.log.isEmpty == false {
                    break
                }
                #expect(golden.board?.state.rows.first?.log == ["charged 9"])
                try await bank.engine?.suspend(grace: .zero)
                await storage.close()
            }
        }

        @Test(
            "Engines 2 · a file of the format 3 is opened with the messages in its inbox, and a known id is not reduced again"
        )
        func format3() async throws {
            try await withFile { file in
                try await make(file, "format3")
                let storage = try await DurableStorage(sqlite: file, migrations: [DurableMigration("first") { _ in }])
                let golden = Golden(storage)
                try await golden.bank.start()
                let notes = golden.bank.store?.state.notes
                #expect(notes == ["line\n\u{2028}\"", "once", "a message", "another"])
                try await golden.bank.engine?.suspend(grace: .zero)
                #expect(try await storage.backend.inbox(of: "shop", after: 0).isEmpty)
                await storage.close()
            }
        }

        @Test("Durable 4 · a file of the format 4 is opened with its sessions") func format4() async throws {
            try await withFile { file in
                try await make(file, "format4")
                func session(_ id: String, _ engine: String, end: Double? = nil) -> StoredSession {
                    StoredSession(id: id, engine: engine, owner: Array("ann".utf8), address: "192.0.2.1", end: end)
                }
                let storage = try await DurableStorage(sqlite: file, migrations: [DurableMigration("first") { _ in }])
                let backend = storage.backend
                let shop = session("browser", "shop")
                #expect(
                    try await backend.sessions(withID: "browser") == [
                        shop, session("browser", "page 2", end: 1_000_000.5),
                    ])
                #expect(try await backend.allSessions().last?.session == session("another", "page 1"))
                #expect(try await backend.sessionWork().mapValues(\.count) == ["shop": 5])
                let golden = Golden(storage)
                try await golden.bank.start()
                #expect(golden.bank.store?.state.notes.last == "another")
                try await golden.bank.engine?.suspend(grace: .zero)
                #expect(try await backend.sessions(withID: "browser").first == shop)
                await storage.close()
            }
        }

        @Test(
            "Durable 4 · a file of an older format has no sessions, and gets them", arguments: ["format2", "format3"])
        func noSessions(_ format: String) async throws {
            try await withFile { file in
                try await make(file, format)
                let reader = try SQLiteBackend(reading: file)
                #expect(try await reader.allSessions().isEmpty)
                #expect(try await reader.sessionWork().isEmpty)
                #expect(try await reader.sessions(withID: "browser").isEmpty)
                let bytes = try await reader.bytes(of: "shop")
                await reader.close()
                let backend = try SQLiteBackend(file)
                let upgraded = try await backend.bytes(of: "shop")
                #expect(bytes > 0 && upgraded == bytes)
                var batch = StoredBatch()
                batch.session = StoredSession(id: "a", engine: "page", owner: [], address: "")
                try await backend.append(batch, to: "page", after: 0)
                #expect(try await backend.allSessions().map(\.session) == [try #require(batch.session)])
                await backend.close()
            }
        }
    }
#endif
