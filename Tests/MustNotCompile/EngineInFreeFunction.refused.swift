import Millrace

// An engine is bound to the actor that makes it. Without an actor, it has nothing to be bound to.
func launch() {
    let engine = Engine()  // refused: in a synchronous nonisolated context
    engine.shutdown()
}
