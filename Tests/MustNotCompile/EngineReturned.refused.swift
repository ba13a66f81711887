import Millrace

@MainActor func make() -> sending Engine {
    let engine = Engine()
    return engine  // refused: sending 'engine'
}
