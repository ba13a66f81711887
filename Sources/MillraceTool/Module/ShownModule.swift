import Foundation

/// A module that exists, and that a new module shows.
struct ShownModule {
    let name: String
    /// The data that it requires.
    let requirement: [Field]
    /// The parameters of its initializer, such as the handle of a shared store.
    let parameters: [Parameter]

    /// A parameter of an initializer, such as `list: RemoteStore<TodoList>`.
    struct Parameter: Equatable {
        let name, type: String
        /// The value in a test, which the package declares for the type.
        static let sample = ".sample"
    }

    /// The transition to the module.
    var transition: Case { Case(Identifier.memberName(of: name), requirement) }

    /// The route to the module, with the fields of the transition.
    var route: String { Self.route(to: creation(\.name), with: requirement, of: name) { $0.name } }

    /// The route to the module in a test.
    var sampleRoute: String {
        Self.route(to: creation { _ in Parameter.sample }, with: requirement, of: name, \.kind.sample)
    }

    private func creation(_ argument: (Parameter) -> String) -> String { Self.creation(of: name, parameters, argument) }

    /// The call of an initializer.
    static func creation(of name: String, _ parameters: [Parameter], _ argument: (Parameter) -> String) -> String {
        "\(name)(\(parameters.map { "\($0.name): \(argument($0))" }.joined(separator: ", ")))"
    }

    /// Finds a module in the files of a folder, and reads the data that it requires.
    init(_ name: String, in folder: URL) throws(ToolError) {
        var names: [String] = []
        for path in try FileSystem.files(in: folder) where path.hasSuffix(".swift") {
            let text = try FileSystem.text(of: folder.appending(path: path))
            for declaration in text.matches(of: /struct\s+(\w+)\s*:[^{]*\bModule\b/) {
                names.append(String(declaration.1))
                guard declaration.1 == name else { continue }
                self.name = name
                requirement = try Self.requirement(of: name, in: text)
                parameters = Self.parameters(in: text)
                return
            }
        }
        throw ToolError(
            "The package has no module \(Identifier.quoted(name)): its modules are "
                + "\(names.sorted().joined(separator: ", ")).")
    }

    /// Reads the parameters of the module's initializer. That of its requirement has more spaces before it.
    private static func parameters(in text: String) -> [Parameter] {
        guard let list = text.firstMatch(of: /\n {4}(?:package |public )?init\(([^)]*)\)/)?.1 else { return [] }
        return list.matches(of: /(\w+): ([^,]+)/).map { Parameter(name: String($0.1), type: String($0.2)) }
    }

    private static func requirement(of name: String, in text: String) throws(ToolError) -> [Field] {
        guard let state = text.firstMatch(of: /func state\(for (\w+): ([\w.]+)\)/) else {
            throw ToolError("The source of \(name) has no function state(for:).")
        }
        switch state.2 {
        case "Void": return []
        case "Requirement":
            let body = text.firstMatch(of: /struct Requirement[^{]*\{([^}]*)\}/)?.1 ?? ""
            let fields = body.matches(of: /let (\w+: \w+)/).map { String($0.1) }
            guard !fields.isEmpty else { throw ToolError("The source of \(name) has no structure Requirement.") }
            return try Field.list(fields.joined(separator: ", "))
        default: return try Field.list("\(state.1): \(state.2)")
        }
    }

    /// The route to a module. `argument` returns the value of a field.
    static func route(
        to creation: String, with requirement: [Field], of name: String, _ argument: (Field) -> String
    ) -> String { ".show(\(creation), with: \(value(of: name, requirement, argument) ?? "()"))" }

    /// The value that a module requires, or `nil` if it requires nothing.
    static func value(of name: String, _ requirement: [Field], _ argument: (Field) -> String) -> String? {
        switch requirement.count {
        case 0: nil
        case 1: argument(requirement[0])
        default:
            "\(name).Requirement(\(requirement.map { "\($0.name): \(argument($0))" }.joined(separator: ", ")))"
        }
    }
}
