#if SQLite || App
    import Foundation
    import Millrace
    import MillraceHistory
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Another build reduces the kept actions again.
    @MainActor @Suite("Kept actions") struct CheckTests {
        /// The shop of another build, which forgets a note.
        private struct Forgetful: Reducer {
            func reduce(_ state: inout Shop.State, _ action: Shop.Action) -> Flow<Shop> {
                if case .note("c") = action { return .none }
                return Shop().reduce(&state, action)
            }
            func reduce(_ state: inout Shop.State, _ action: Shop.Action) -> Flow<Forgetful> {
                let _: Flow<Shop> = reduce(&state, action)
                return .none
            }
        }

        private func check(_ file: String, _ reducer: some Reducer<Shop.State, Shop.Action>) async throws
            -> DurableCheck.Answer
        {
            var check = DurableCheck(URL(fileURLWithPath: file), engine: "shop")
            check.store("orders", reducer)
            return try await check.run()
        }

        @Test(
            "Durable 4 · the same reducer gives the same values; another one differs from the turn on that it changes")
        func answers() async throws {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                for order in 1...5 { bank.store?.send(.place(order)) }
                await bank.called(5)
                try await bank.answer(2)
                bank.store?.send(.sort)
                bank.store?.send(.note("b"))
                try await bank.engine?.stored()
                bank.kill()
                try await bank.start()
                let turn = try #require(bank.engine?.engine.turn)
                bank.store?.send(.note("c"))
                try await bank.engine?.stored()
                bank.store?.send(.note("d"))
                try await bank.engine?.stored()
                // The program still runs.
                #expect(try await check(file, Shop()).isSame)
                guard case .differs(let other) = try await check(file, Forgetful()) else {
                    Issue.record("It must differ.")
                    return
                }
                #expect(other > turn)
                bank.kill()
                await storage.close()
            }
        }

        @Test("Durable 4 · turns that were stored together are reduced one after the other, and a set has no order")
        func merged()
            async throws
        {
            let backend = SlowBackend(keepsActions: true)
            let storage = DurableStorage(backend)
            let engine = try await storage.engine("shop")
            let store = try engine.store("tags", Tags.State(), Tags())
            try await engine.resume()
            store.send(.add(0))
            try await engine.stored()
            await backend.stop()
            store.send(.add(1))
            store.send(.switchOn)
            store.send(.switchOff)
            for number in 2..<40 { store.send(.add(number)) }
            for number in 5..<40 { store.send(.remove(number)) }
            await backend.go()
            try await engine.stored()
            var check = DurableCheck("shop") { () throws(DurableError) in backend }
            check.store("tags", Tags())
            let answer = try await check.run()
            #expect(answer.isSame, "\(answer)")
            engine.engine.shutdown()
        }

        /// A state with a set, and an element at the front.
        private struct Tags: Reducer {
            struct State: DurableState, Equatable {
                var tags: Set<String> = []
                var list: [Tag] = []
                var isOn = false
                static var rows: [DurableRows<State>] { [.elements("list", \.list)] }
            }
            struct Tag: Codable, Equatable, Identifiable { let id: Int }
            enum Action: Codable { case add(Int), remove(Int), switchOn, switchOff }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Tags> {
                switch action {
                case .add(let number):
                    state.tags.insert("tag \(number)")
                    state.list.insert(Tag(id: number), at: 0)
                case .remove(let number):
                    state.tags.remove("tag \(number)")
                    state.list.removeAll { $0.id == number }
                case .switchOn: state.isOn = true
                case .switchOff: state.isOn = false
                }
                return .none
            }
        }

        @Test("Durable 4 · a rewind is no action: the kept actions begin again after it") func rewind() async throws {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                let engine = try #require(bank.engine?.engine)
                let history = History(records: 100)
                engine.history = history
                for text in ["a", "b", "c"] { bank.store?.send(.note(text)) }
                try await bank.engine?.stored()
                try history.rewind(to: try #require(history.records.first).id)
                try await bank.engine?.stored()
                bank.store?.send(.note("e"))
                try await bank.engine?.stored()
                #expect(try await check(file, Shop()).isSame)
                bank.kill()
                await storage.close()
            }
        }

        @Test("Durable 4 · a check without kept actions, without a store, or of another form is an error") func errors()
            async throws
        {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                let none = await #expect(throws: DurableError.self) { try await check(file, Shop()) }
                #expect("\(none as Any)".contains("No actions"))
                bank.store?.send(.note("a"))
                try await bank.engine?.stored()
                let missing = DurableCheck(URL(fileURLWithPath: file), engine: "shop")
                await #expect(throws: DurableError.missing(engine: "shop", names: ["the store orders"])) {
                    _ = try await missing.run()
                }
                var other = DurableCheck(URL(fileURLWithPath: file), engine: "shop")
                other.store("orders", Texts())
                await #expect(throws: DurableError.self) { _ = try await other.run() }
                await #expect(throws: DurableError.self) { _ = try await check(file + ".missing", Shop()) }
                bank.kill()
                await storage.close()
            }
        }

        private struct Texts: Reducer {
            func reduce(_ state: inout [String], _ action: String) -> Flow<Texts> { .none }
        }

        @Test("Durable 3 · at most the given bytes of actions are kept; the check begins where they begin") func limit()
            async throws
        {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file, keepingActions: 4_000)
                let bank = Bank(storage)
                try await bank.start()
                for number in 0..<300 {
                    bank.store?.send(.remind("\(number)", milliseconds: 1, thenCharge: false))
                    try await bank.engine?.stored()
                }
                let pasts = try await storage.backend.past(of: "shop")
                let bytes = pasts.flatMap(\.batches).reduce(0) { $0 + $1.actions.count }
                #expect(pasts.count == 2 && bytes <= 4_100 && bytes > 1_000)
                guard case .same(let turns) = try await check(file, Shop()) else {
                    Issue.record("It must be the same.")
                    return
                }
                #expect(turns < 300)
                bank.kill()
                await storage.close()
            }
        }

        @Test("Durable 3 · states that are too large are not kept, nor are actions if there is no room for any")
        func none()
            async throws
        {
            for bytes in [0, 200] {
                try await withFile { file in
                    let storage = try await DurableStorage(sqlite: file, keepingActions: bytes)
                    let bank = Bank(storage)
                    try await bank.start()
                    for _ in 0..<20 {
                        bank.store?.send(.note("a note of a state that is too large"))
                        try await bank.engine?.stored()
                    }
                    #expect(try await storage.backend.past(of: "shop").isEmpty)
                    bank.kill()
                    await storage.close()
                }
            }
        }
    }
#endif
