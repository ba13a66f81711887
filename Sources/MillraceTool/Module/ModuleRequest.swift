/// The parts of a new module, as the user declares them.
package struct ModuleRequest: Sendable {
    package let name: String
    /// The data that it requires.
    package let requirement: [Field]
    package let inputs: [Case]
    package let outputs: [Case]
    /// The names of the modules that it shows.
    package let shown: [String]

    /// Checks and reads the arguments of the command.
    package init(
        _ name: String, requires: String = "", inputs: [String] = [], outputs: [String] = [], shows: [String] = []
    ) throws(ToolError) {
        try Identifier.type(name)
        self.name = name
        requirement = try Field.list(requires)
        self.inputs = try Self.cases(inputs)
        self.outputs = try Self.cases(outputs)
        for (number, shown) in shows.enumerated() {
            try Identifier.type(shown)
            guard !shows[..<number].contains(shown) else {
                throw ToolError("The module \(Identifier.quoted(shown)) is shown twice.")
            }
            guard shown != name else { throw ToolError("A new module cannot show itself.") }
        }
        shown = shows
    }

    private static func cases(_ texts: [String]) throws(ToolError) -> [Case] {
        var cases: [Case] = []
        for text in texts {
            let next = try Case(text)
            guard !cases.contains(where: { $0.name == next.name }) else {
                throw ToolError("The case \(Identifier.quoted(next.name)) is declared twice.")
            }
            cases.append(next)
        }
        return cases
    }

    /// The case of the module in the list of pages.
    var page: Case { Case(Identifier.memberName(of: name), requirement) }
}
