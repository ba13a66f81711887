import Millrace

@MainActor func launch() {
    let engine = Engine()
    let end: () -> Void = {
        engine.shutdown()
    }
    end()
}
