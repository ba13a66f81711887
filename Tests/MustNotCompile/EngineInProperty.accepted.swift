import Millrace

@MainActor final class App {
    let engine = Engine(isolation: MainActor.shared)
}

@MainActor final class OtherApp {
    let engine: Engine

    init() { engine = Engine() }
}
