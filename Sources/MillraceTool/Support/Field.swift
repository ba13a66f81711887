/// A name with a type, such as `id: Int`.
package struct Field: Equatable, Sendable {
    /// The types that a field can have. Each can be shown, stored and a part of a URL.
    package enum Kind: String, CaseIterable, Sendable {
        case Int, String, Bool, Double

        /// A value for views and tests.
        var sample: String {
            switch self {
            case .Int: "1"
            case .String: "\"a\""
            case .Bool: "true"
            case .Double: "1.5"
            }
        }
    }

    package let name: String
    package let kind: Kind

    var source: String { "\(name): \(kind.rawValue)" }

    package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

    /// Reads fields that are separated by commas.
    package static func list(_ text: String) throws(ToolError) -> [Field] {
        if text.allSatisfy(\.isWhitespace) { return [] }
        var fields: [Field] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let field = try Field(String(part))
            guard !fields.contains(where: { $0.name == field.name }) else {
                throw ToolError("The field \(Identifier.quoted(field.name)) is declared twice.")
            }
            fields.append(field)
        }
        return fields
    }

    private init(_ text: String) throws(ToolError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.trimmed }
        guard parts.count == 2 else {
            throw ToolError("\(Identifier.quoted(text)) is not a field: write its name and its type, such as id: Int.")
        }
        try Identifier.member(parts[0])
        guard let kind = Kind(rawValue: parts[1]) else {
            throw ToolError(
                "The type \(Identifier.quoted(parts[1])) is not supported: use Int, String, Bool or Double, and change "
                    + "the source afterwards.")
        }
        self.init(parts[0], kind)
    }
}

/// A case with its fields, such as `chose(id: Int)`.
package struct Case: Equatable, Sendable {
    package let name: String
    package let fields: [Field]

    package init(_ name: String, _ fields: [Field] = []) { (self.name, self.fields) = (name, fields) }

    /// Reads a case.
    package init(_ text: String) throws(ToolError) {
        let text = text.trimmed
        guard let open = text.firstIndex(of: "(") else {
            try Identifier.member(text)
            self.init(text, [])
            return
        }
        guard text.last == ")" else {
            throw ToolError("\(Identifier.quoted(text)) is not a case: write it as chose(id: Int).")
        }
        let name = String(text[..<open]).trimmed
        try Identifier.member(name)
        let fields = String(text[text.index(after: open)...].dropLast())
        self.init(name, try Field.list(fields))
    }

    /// The declaration, such as `chose(id: Int)`.
    var source: String { fields.isEmpty ? name : "\(name)(\(fields.map(\.source).joined(separator: ", ")))" }

    /// A pattern that binds the fields, such as `chose(let id)`.
    var pattern: String {
        fields.isEmpty ? name : "\(name)(\(fields.map { "let \($0.name)" }.joined(separator: ", ")))"
    }

    /// A value with these arguments, such as `chose(id: 1)`.
    func value(_ argument: (Field) -> String) -> String {
        fields.isEmpty ? name : "\(name)(\(fields.map { "\($0.name): \(argument($0))" }.joined(separator: ", ")))"
    }
}

extension StringProtocol {
    /// The text without spaces at its start and its end.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
