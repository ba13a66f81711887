import Foundation

/// A module that exists, and that a new module shows.
struct ShownModule {
    let name: String
    /// The data that it requires.
    let requirement: [Field]

    /// The transition to the module.
    var transition: Case { Case(Identifier.memberName(of: name), requirement) }

    /// The route to the module, with the fields of the transition.
    var route: String { Self.route(to: name, with: requirement) { $0.name } }

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
                return
            }
        }
        throw ToolError(
            "The package has no module \(Identifier.quoted(name)): its modules are "
                + "\(names.sorted().joined(separator: ", ")).")
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
    static func route(to name: String, with requirement: [Field], _ argument: (Field) -> String) -> String {
        ".show(\(name)(), with: \(value(of: name, requirement, argument) ?? "()"))"
    }

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
