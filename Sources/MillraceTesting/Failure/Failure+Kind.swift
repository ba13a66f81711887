extension Failure {
    /// A kind of things that a test must speak of.
    struct Kind {
        let name: String
        let one: String
        let many: String
        let fix: String

        static let action = Kind(
            name: "action", one: "an action", many: "actions", fix: "store.receive(…) { … }")
        static let output = Kind(name: "output", one: "an output", many: "outputs", fix: "store.output(…)")
        static let transition = Kind(
            name: "transition", one: "a transition", many: "transitions", fix: "store.transition(…)")
        static let input = Kind(name: "input", one: "an input", many: "inputs", fix: "store.input(…, to: …)")
        static let fact = Kind(name: "fact", one: "a fact", many: "facts", fix: "store.fact(…)")
        static let fault = Kind(name: "fault", one: "a fault", many: "faults", fix: "store.fault(…)")
    }
}
