import Millrace

@MainActor func give(to elsewhere: Elsewhere) async {
    let store = Store(0, Counter(), on: Engine())
    await elsewhere.take(store)  // refused: sending 'store'
}
