import Millrace

@MainActor func launch() {
    let store = Store(0, Counter(), on: Engine())
    Task {
        store.send(.add(1))
    }
}
