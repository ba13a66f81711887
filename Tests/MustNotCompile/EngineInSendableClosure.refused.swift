import Millrace

@MainActor func launch() {
    let engine = Engine()
    let end: @Sendable () -> Void = {
        engine.shutdown()  // refused: capture of 'engine' with non-Sendable type
    }
    end()
}
