#if SQLite || App
    import Testing

    @testable import MillraceDurable

    /// What a program has reported to the outside before it ended without warning.
    struct Reports: Sendable {
        /// The orders of which it knew that they are stored.
        var acknowledged: [Int] = []
        /// The calls of handlers.
        var calls: [(order: Int, key: String)] = []
    }

    extension Reports {
        /// The acknowledged orders that a stored state does not have.
        func lost(in state: Shop.State) -> Set<Int> { Set(acknowledged).subtracting(state.orders.map(\.id)) }

        /// Checks what is stored: nothing acknowledged is lost, no turn is torn, and each command ends once.
        @MainActor func check(_ stored: StoredEngine, _ what: Comment) throws {
            let state = try StateCoding<Shop.State>().decode(stored.values) ?? Shop.State()
            let ids = state.orders.map(\.id)
            // Each turn adds an order, and counts it: never one without the other.
            #expect(state.totals["all", default: 0] == ids.count && Set(ids).count == ids.count, what)
            #expect(lost(in: state).isEmpty, what)
            // Each order is paid once, or its command is in flight or a dead letter.
            #expect(stored.work.count + stored.letters.count == state.orders.count { !$0.isPaid }, what)
            #expect(state.orders.allSatisfy { $0.attempts.count == ($0.isPaid ? 1 : 0) }, what)
            // The outside has one key for each order, however often it was called.
            let keys = Dictionary(grouping: calls, by: \.order).mapValues { Set($0.map(\.key)) }
            #expect(keys.values.allSatisfy { $0.count == 1 }, what)
            #expect(Set(keys.values.compactMap(\.first)).count == keys.count, what)
            #expect(Set(state.orders.filter(\.isPaid).map(\.id)).isSubset(of: keys.keys), what)
        }
    }
#endif
