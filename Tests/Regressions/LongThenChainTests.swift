import Millrace
import Testing

// Symptom: the time to build a chain link by link grew with the square of its length: 4.8 s for 8,000 links in a debug build.
// Cause: `then` copied all links of a sequence to add one.
// Correct behavior: each link costs the same. Tests do not measure time; the budgets count instructions. This test checks that
// a long chain is correct, and that building, performing and releasing it need no more stack than a short one.
struct LongThenChainTests {
    private static let length = 20_000

    struct Collector: Reducer {
        enum Action { case add(Int), start }
        func reduce(_ numbers: inout [Int], _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number):
                numbers.append(number)
                return .none
            case .start:
                var flow = Flow<Self>.none
                for number in 0..<length { flow = flow.then(.send(.add(number))) }
                return flow
            }
        }
    }

    @Test("S5 · a chain of 20,000 links that is built link by link is performed in order, on a stack of 512 KB")
    func inOrder() async {
        let isInOrder = await SmallStack.run { engine in
            let store = Store([], Collector(), on: engine)
            store.send(.start)
            return store.state == Array(0..<Self.length)
        }
        #expect(isInOrder)
    }

    @Test("S5 · a chain of 20,000 links is released without being performed, on a stack of 512 KB")
    func released() async {
        let isBuilt = await SmallStack.run { _ in
            var numbers: [Int] = []
            return !Collector().reduce(&numbers, .start).isNone && numbers.isEmpty
        }
        #expect(isBuilt)
    }
}
