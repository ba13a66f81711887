extension Failure {
    /// A kind of value that a test must assert.
    struct Kind {
        let name: String
        let singular: String
        let plural: String
        let fix: String

        static let action = Kind(
            name: "action", singular: "an action", plural: "actions", fix: "store.receive(…) { … }")
        static let output = Kind(name: "output", singular: "an output", plural: "outputs", fix: "store.output(…)")
        static let transition = Kind(
            name: "transition", singular: "a transition", plural: "transitions", fix: "store.transition(…)")
        static let input = Kind(name: "input", singular: "an input", plural: "inputs", fix: "store.input(…, to: …)")
        static let fact = Kind(name: "fact", singular: "a fact", plural: "facts", fix: "store.fact(…)")
        static let fault = Kind(name: "fault", singular: "a fault", plural: "faults", fix: "store.fault(…)")
    }
}
