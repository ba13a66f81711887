import Millrace

// An engine is bound to the actor that makes it. Where there is no actor there is none to be bound to.
func launch() {
    let engine = Engine()  // refused: in a synchronous nonisolated context
    engine.shutdown()
}
