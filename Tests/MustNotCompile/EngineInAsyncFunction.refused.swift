import Millrace

func launch() async {
    let engine = Engine()  // refused: cannot be called from outside of the actor
    engine.shutdown()
}
