import Millrace

@MainActor func make() -> Engine {
    let engine = Engine()
    return engine
}
