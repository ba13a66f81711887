import Millrace

func launch(isolation: isolated any Actor = #isolation) async {
    let engine = Engine()
    engine.shutdown()
}
