import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct CounterTests {
    @Test("Counter · each click increments the number")
    func clicks() {
        let store = TestStore(0, Counter())
        store.send(.increment) { $0 = 1 }
        store.send(.increment) { $0 = 2 }
        store.finish()
    }
}
