import Millrace

// An engine can be made on another actor, but it cannot be returned from there.
func launch() async {
    let engine = await Engine(isolation: MainActor.shared)  // refused: can not be returned
    engine.shutdown()
}
