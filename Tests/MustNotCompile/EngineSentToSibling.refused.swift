import Millrace

// Another instance of the same actor is another actor.
actor Sibling {
    private var engine: Engine?

    func take(_ engine: Engine) { self.engine = engine }

    func give(to sibling: Sibling) async {
        let engine = Engine()
        await sibling.take(engine)  // refused: sending 'engine'
    }
}
