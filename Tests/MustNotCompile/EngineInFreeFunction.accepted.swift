import Millrace

@MainActor func launch() {
    let engine = Engine()
    engine.shutdown()
}
