import Millrace

// An engine may be made on another actor, but it does not come back from there.
func launch() async {
    let engine = await Engine(isolation: MainActor.shared)  // refused: can not be returned
    engine.shutdown()
}
