#if SQLite || App
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// What is written follows what changed.
    @Suite("Rows") struct RowTests {
        private typealias State = Shop.State

        /// The rows of a store, as a backend has them.
        private struct Stored {
            var values: [StoredID: StoredValue] = [:]
            var coding = StateCoding<State>()

            /// Stores a state. Returns the number of entries that were written.
            mutating func store(_ old: State?, _ new: State) throws -> Int {
                let changes = try coding.changes(from: old, to: new, of: "s")
                for (id, value) in changes { values[id] = value }
                return changes.count
            }

            /// Returns the state after a restart.
            mutating func restart() throws -> State? {
                coding = StateCoding()
                return try coding.decode(values)
            }
        }

        private func state(_ ids: some Sequence<Int>) -> State {
            var state = State()
            state.orders = ids.map { Shop.Order(id: $0) }
            return state
        }

        @Test(
            "Durable 3 · a turn that changes one of 10,000 rows writes one entry, wherever it is, and so do a move and an insertion"
        )
        func large() throws {
            var stored = Stored()
            var current = state(0..<10_000)
            #expect(try stored.store(nil, current) == 10_001)
            let changes: [(inout State) -> Void] = [
                { $0.orders[5_000].isPaid = true }, { $0.orders.insert(Shop.Order(id: -1), at: 5_000) },
                { $0.orders.append(Shop.Order(id: -2)) }, { $0.orders.insert(Shop.Order(id: -3), at: 0) },
                { $0.orders.remove(at: 77) }, { $0.orders.append($0.orders.remove(at: 0)) },
                { $0.orders.insert($0.orders.removeLast(), at: 0) }, { $0.orders.swapAt(10, 11) }, { $0.notes = ["x"] },
                { $0.totals["a"] = 1 },
            ]
            for change in changes {
                let old = current
                change(&current)
                #expect(try stored.store(old, current) == 1)
                #expect(try stored.store(current, current) == 0)
            }
            #expect(try stored.restart() == current)
        }

        @Test("Durable 3 · after random changes and restarts, the stored state is the state", arguments: 0..<40)
        func random(_ seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            var stored = Stored()
            var current = state(0..<4)
            _ = try stored.store(nil, current)
            for step in 0..<150 {
                let old = current
                for _ in 0..<Int.random(in: 1...3, using: &generator) { change(&current, step, &generator) }
                _ = try stored.store(old, current)
                if Int.random(in: 0..<10, using: &generator) == 0 { try #require(try stored.restart() == current) }
            }
            #expect(try stored.restart() == current)
        }

        private func change(_ state: inout State, _ step: Int, _ generator: inout SeededGenerator) {
            let count = state.orders.count
            let index = Int.random(in: 0...count, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0 where count > 0: state.orders[index % count].isPaid.toggle()
            case 1 where count > 0: state.orders.remove(at: index % count)
            case 2 where count > 0: state.orders.append(state.orders.remove(at: index % count))
            case 3: state.orders.shuffle(using: &generator)
            case 4: state.totals["\(index)"] = step
            case 5: state.totals["\(index)"] = nil
            case 6: state.notes.append("\(step)")
            default:
                // Always at the same place, so that the gaps between the positions are used up.
                let new = (state.orders.map(\.id).max() ?? 0) + 1
                state.orders.insert(Shop.Order(id: new), at: min(1, count))
            }
        }

        @Test("Durable 3 · two elements with one id are an error, which names the id") func repeatedID() throws {
            for old in [nil, state([1, 2])] {
                var stored = Stored()
                if let old { _ = try stored.store(nil, old) }
                let error = #expect(throws: (any Error).self) { try stored.store(old, state([1, 3, 3])) }
                #expect("\(error as Any)".contains("Two elements have the id 3."))
            }
        }

        @Test("Durable 4 · a collection that was a part of the rest becomes rows, and nothing is lost")
        func becomesRows() throws {
            var stored = Stored()
            let current = state(0..<3)
            stored.values[StoredID(store: "s")] = StoredValue(try JSONCoding.encode(current))
            #expect(try stored.restart() == current)
            #expect(stored.coding.moved == ["orders"])
            var changed = current
            changed.orders.removeFirst()
            #expect(try stored.store(current, changed) == 3)
            #expect(try stored.restart() == changed)
            #expect(stored.coding.moved == [])
        }

        @Test("Durable 3 · a state with empty collections writes only what changes after a restart") func emptyRows()
            throws
        {
            var stored = Stored()
            let current = state([])
            #expect(try stored.store(nil, current) == 1)
            #expect(try stored.restart() == current)
            #expect(try stored.store(current, state([1])) == 1)
        }
    }
#endif
