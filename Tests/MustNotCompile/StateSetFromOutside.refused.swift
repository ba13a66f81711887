import Millrace

@MainActor func launch() {
    let store = Store(0, Counter(), on: Engine())
    store.state = 1  // refused: 'state' is a get-only property
}
