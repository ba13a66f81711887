import Millrace

func launch() async {
    await MainActor.run {
        let engine = Engine()
        engine.shutdown()
    }
}
