import Millrace

/// The behavior of an interactive element, and the action that it sends.
final class HTMLControl {
    enum Kind {
        /// Sends an action when pressed.
        case press
        /// Dismisses the scene when pressed.
        case dismiss
        /// Dismisses the sheet of the scene when pressed.
        case dismissSheet
        /// Sends a value.
        case field
        /// Sends the fields of a form.
        case form
    }

    let kind: Kind
    /// The action of a press. While it stays equal, the control keeps its reference.
    let action: Any?
    /// Returns the action for a sent value.
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

    /// Creates a control that dismisses the scene or its sheet.
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

    /// Whether both controls have the same meaning, so that the second can take over the reference of the first.
    func isSame(as other: HTMLControl) -> Bool {
        guard kind == other.kind else { return false }
        if let action, let theirs = other.action { return areSame(action, theirs) }
        return action == nil && other.action == nil
    }
}

/// The value that a browser sends for a control.
enum SentValue: Hashable {
    case none
    case text(String)
    case flag(Bool)
    case fields([String: [String]])

    /// The maximum number of values in a form.
    static let maxCount = 1_000

    /// Whether the value has more parts than any form.
    var isTooLarge: Bool {
        guard case .fields(let fields) = self else { return false }
        return fields.values.reduce(0) { $0 + max($1.count, 1) } > Self.maxCount
    }
}

/// The reason why a sent value was rejected.
struct ValidationError: Error, Equatable {
    /// The problem, as a message for the user.
    var message: String
    /// The problems of a form's fields, by their names.
    var fields: [String: String] = [:]

    /// The same error with shorter messages, because they may contain sent text of any length.
    var truncated: ValidationError {
        ValidationError(
            message: Self.truncate(message),
            fields: fields.filter { $0.key.utf8.count <= Self.maxBytes }.mapValues(Self.truncate))
    }

    static let maxBytes = 1_000

    // The text is cut between Unicode scalars, because a single character may have any length.
    private static func truncate(_ text: String) -> String {
        if text.utf8.count <= maxBytes { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxBytes / 4 - 1))) + "…"
    }

    /// The control that was drawn cannot send this value.
    static let unexpectedValue = ValidationError(
        message: "This value is not valid here. Reload the page and try again.")
}
