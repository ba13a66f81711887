import Millrace

actor Sibling {
    private var engine: Engine?

    func take(_ engine: Engine) { self.engine = engine }

    func keep() {
        let engine = Engine()
        take(engine)
    }
}
