import Millrace

@MainActor func launch() {
    let store = Store(0, Counter(), on: Engine())
    Task.detached {  // refused: passing closure as a 'sending' parameter
        store.send(.add(1))
    }
}
