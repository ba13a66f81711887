import Millrace

/// What a person can do with an element, and what comes of it.
final class HTMLControl {
    enum Kind {
        /// It is pressed.
        case press
        /// It is pressed, and the scene is left.
        case dismiss
        /// It is pressed, and the sheet goes that the scene stands in.
        case dismissSheet
        /// It is a field, and has a value.
        case field
        /// It is a form, and is sent.
        case form
    }

    let kind: Kind
    /// What a press sends, to be compared: as long as it is the same, so is the reference.
    let action: Any?
    /// Makes an action of what was sent.
    let decode: (SentValue) throws(ValidationError) -> Any?

    init(_ kind: Kind, action: Any? = nil, _ decode: @escaping (SentValue) throws(ValidationError) -> Any?) {
        (self.kind, self.action, self.decode) = (kind, action, decode)
    }

    static func press(_ action: Any) -> HTMLControl {
        HTMLControl(.press, action: action) { value throws(ValidationError) in
            guard value == .none else { throw .unexpectedValue }
            return action
        }
    }

    /// A way out: of the scene, or of the sheet that it stands in.
    static func dismiss(_ kind: Kind = .dismiss) -> HTMLControl {
        HTMLControl(kind) { value throws(ValidationError) in
            guard value == .none else { throw .unexpectedValue }
            return nil
        }
    }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLControl {
        HTMLControl(kind, action: action.map(transform)) { [decode] value throws(ValidationError) in
            try decode(value).map(transform)
        }
    }

    /// Whether a person who means the one may be taken to mean the other.
    func isSame(as other: HTMLControl) -> Bool {
        guard kind == other.kind else { return false }
        if let action, let theirs = other.action { return areSame(action, theirs) }
        return action == nil && other.action == nil
    }
}

/// What a browser sends of a control.
enum SentValue: Hashable {
    case none
    case text(String)
    case flag(Bool)
    case fields([String: [String]])
}

/// Why what was sent is not taken.
struct ValidationError: Error, Equatable {
    /// What is wrong, for the person.
    var message: String
    /// What is wrong with the fields of a form, by their names.
    var fields: [String: String] = [:]

    /// The same, not longer than a person reads: what was sent may be in it.
    var truncated: ValidationError {
        ValidationError(
            message: Self.truncate(message),
            fields: fields.filter { $0.key.utf8.count <= Self.maxBytes }.mapValues(Self.truncate))
    }

    static let maxBytes = 1_000

    // By scalars: a single character may have any length.
    private static func truncate(_ text: String) -> String {
        if text.utf8.count <= maxBytes { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxBytes / 4 - 1))) + "…"
    }

    /// It is nothing that what was drawn could send.
    static let unexpectedValue = ValidationError(message: "What was sent does not fit what was shown.")
}
