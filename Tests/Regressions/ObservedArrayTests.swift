import Millrace
import Testing

// Story: to find out whether an observed part has changed, the store keeps the value that it had last. An array that is
// kept twice is copied when it is changed, so a change of one element of an observed array copies all of it. That stays
// so for the array itself: to tell whether it changed, in place too, both contents are needed. What observes the whole
// state, or another part, keeps no array and copies none.
@MainActor struct ObservedArrayTests {
    struct Rows: Reducer {
        struct State {
            var rows = Array(0..<10_000)
            /// How often a change of one element moved the array.
            var copies = 0
        }

        func reduce(_ state: inout State, _ row: Int) -> Flow<Self> {
            let before = state.rows.withUnsafeBufferPointer { $0.baseAddress }
            state.rows[row] += 1
            if state.rows.withUnsafeBufferPointer({ $0.baseAddress }) != before { state.copies += 1 }
            return .none
        }
    }

    @Test("L9 · an array is changed in place while the whole state is observed")
    func wholeState() async throws {
        try await withEngine { engine in
            let store = Store(Rows.State(), Rows(), on: engine)
            var seen: [Int] = []
            store.subscribe { seen.append($0.rows[0]) }
            for _ in 0..<10 { store.send(0) }
            #expect(seen == Array(0...10))
            // The first change may copy: the array that it starts with is shared with the test.
            #expect(store.state.copies <= 1)
        }
    }

    @Test("L9 · an array is changed in place while another part of the state is observed")
    func anotherPart() async throws {
        try await withEngine { engine in
            let store = Store(Rows.State(), Rows(), on: engine)
            store.subscribe(to: \.rows.count) { _ in }
            store.subscribe(to: { $0.rows[0] }) { _ in }
            for _ in 0..<10 { store.send(0) }
            #expect(store.state.copies <= 1)
        }
    }
}
