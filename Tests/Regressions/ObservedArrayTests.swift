import Millrace
import Testing

// Symptom: while a state was observed, a change of one element of its array copied the whole array.
// Cause: to detect a change, the store keeps the last value of an observed property. An array with two references is copied
// when it is changed.
// Correct behavior: an observer of the whole state or of another property keeps no array, and copies none. An observed array
// itself is still copied: to detect a change in place, both contents are needed.
@MainActor struct ObservedArrayTests {
    struct Rows: Reducer {
        struct State {
            var rows = Array(0..<10_000)
            /// How many changes of one element moved the array.
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
            // The first change may copy, because the test shares the initial array.
            #expect(store.state.copies <= 1)
        }
    }

    @Test("L9 · an array is changed in place while another property of the state is observed")
    func anotherProperty() async throws {
        try await withEngine { engine in
            let store = Store(Rows.State(), Rows(), on: engine)
            store.subscribe(to: \.rows.count) { _ in }
            store.subscribe(to: { $0.rows[0] }) { _ in }
            for _ in 0..<10 { store.send(0) }
            #expect(store.state.copies <= 1)
        }
    }
}
