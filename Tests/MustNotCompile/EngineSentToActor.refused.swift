import Millrace

@MainActor func give(to elsewhere: Elsewhere) async {
    let engine = Engine()
    await elsewhere.take(engine)  // refused: sending 'engine'
}
