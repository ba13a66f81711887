import Millrace

/// What a person can do with an element, and what comes of it.
final class HTMLControl {
    enum Kind {
        /// It is pressed.
        case press
        /// It is pressed, and the scene is left.
        case leave
        /// It is pressed, and the sheet goes that the scene stands in.
        case dismiss
        /// It is a field, and has a value.
        case field
        /// It is a form, and is sent.
        case form
    }

    let kind: Kind
    /// What a press sends, to be compared: as long as it is the same, so is the reference.
    let action: Any?
    /// Makes an action of what was sent.
    let decode: (SentValue) throws(RefusedValue) -> Any?

    init(_ kind: Kind, action: Any? = nil, _ decode: @escaping (SentValue) throws(RefusedValue) -> Any?) {
        (self.kind, self.action, self.decode) = (kind, action, decode)
    }

    static func press(_ action: Any) -> HTMLControl {
        HTMLControl(.press, action: action) { value throws(RefusedValue) in
            guard value == .none else { throw .notDrawn }
            return action
        }
    }

    /// A way out: of the scene, or of the sheet that it stands in.
    static func leave(_ kind: Kind = .leave) -> HTMLControl {
        HTMLControl(kind) { value throws(RefusedValue) in
            guard value == .none else { throw .notDrawn }
            return nil
        }
    }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLControl {
        HTMLControl(kind, action: action.map(transform)) { [decode] value throws(RefusedValue) in
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
struct RefusedValue: Error, Equatable {
    /// What is wrong, for the person.
    var sentence: String
    /// What is wrong with the fields of a form, by their names.
    var fields: [String: String] = [:]

    /// The same, not longer than a person reads: what was sent may be in it.
    var clipped: RefusedValue {
        RefusedValue(
            sentence: Self.clip(sentence),
            fields: fields.filter { $0.key.utf8.count <= Self.mostBytes }.mapValues(Self.clip))
    }

    static let mostBytes = 1_000

    // By scalars: a single character may have any length.
    private static func clip(_ text: String) -> String {
        if text.utf8.count <= mostBytes { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostBytes / 4 - 1))) + "…"
    }

    /// It is nothing that what was drawn could send.
    static let notDrawn = RefusedValue(sentence: "What was sent does not fit what was shown.")
}
