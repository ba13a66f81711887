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
        /// Only reports events.
        case events
    }

    let kind: Kind
    /// The action of a press. While it stays equal, the control keeps its reference.
    let action: Any?
    /// Returns the action for a sent value. `nil` for a control that is pressed, and sends no value.
    private let decoder: ((SentValue) throws(ValidationError) -> Any?)?
    /// The events of the element that the view listens to.
    let events: [HTMLEvent]

    init(
        _ kind: Kind, action: Any? = nil, events: [HTMLEvent] = [],
        _ decoder: ((SentValue) throws(ValidationError) -> Any?)? = nil
    ) { (self.kind, self.action, self.events, self.decoder) = (kind, action, events, decoder) }

    /// A control without a value of its own.
    static var eventsOnly: HTMLControl {
        HTMLControl(.events) { _ throws(ValidationError) in throw .unexpectedValue }
    }

    /// Returns the control with another event. It replaces an event with the same name.
    func adding(_ event: HTMLEvent) -> HTMLControl {
        HTMLControl(kind, action: action, events: events.filter { $0.name != event.name } + [event], decoder)
    }

    /// Returns the action for a sent value.
    func decode(_ value: SentValue) throws(ValidationError) -> Any? {
        if let decoder { return try decoder(value) }
        guard value == .none else { throw .unexpectedValue }
        return action
    }

    /// The action for an event. `nil` if the view does not listen to it.
    func action(for event: String, _ value: SentValue) throws(ValidationError) -> Any? {
        guard let event = events.first(where: { $0.name == event }) else { return nil }
        return try event.decode(value)
    }

    static func press(_ action: Any) -> HTMLControl { HTMLControl(.press, action: action) }

    /// Creates a control that dismisses the scene or its sheet.
    static func dismiss(_ kind: Kind = .dismiss) -> HTMLControl { HTMLControl(kind) }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLControl {
        let (action, events) = (action.map(transform), events.map { $0.mapped(transform) })
        guard let decoder else { return HTMLControl(kind, action: action, events: events) }
        return HTMLControl(kind, action: action, events: events) { value throws(ValidationError) in
            try decoder(value).map(transform)
        }
    }

    /// Whether both controls have the same meaning, so that the second can take over the reference of the first.
    func isSame(as other: HTMLControl) -> Bool {
        guard kind == other.kind, events.elementsEqual(other.events, by: { $0.name == $1.name }) else { return false }
        if let action, let theirs = other.action { return hasSameBytes(action, theirs) || areSame(action, theirs) }
        return action == nil && other.action == nil
    }
}

/// Whether the values have the same type and the same bytes. Then they are the same. The reverse is not true. This is
/// much faster than reflection, and most actions have the same bytes as before.
private func hasSameBytes<Value>(_ one: Value, _ other: Any) -> Bool {
    guard type(of: other) == Value.self, let other = other as? Value else { return false }
    // Both values are alive, and their bytes are only read within the closures.
    return withUnsafeBytes(of: one) { one in
        withUnsafeBytes(of: other) { other in one.elementsEqual(other) }
    }
}

/// The value that a browser sends for a control.
enum SentValue: Hashable, Sendable {
    case none
    case text(String)
    case flag(Bool)
    case numbers([Double])
    case fields([String: [String]])
    /// A file that the page has created from the fields of an announcement. No frame contains it.
    case file(FileUpload)

    /// The maximum number of values in a form.
    static let maxCount = 1_000
    /// The maximum number of bytes in the name of a field.
    static let maxNameBytes = 256

    /// The hash of the input. That of a text is the hash of its bytes.
    var inputHash: Int {
        var hasher = Hasher()
        if case .text(let text) = self { hasher.combine(bytesOf: text) } else { hasher.combine(self) }
        return hasher.finalize()
    }

    /// Whether the value has more parts than any form.
    var isTooLarge: Bool {
        switch self {
        case .fields(let fields): fields.values.reduce(0) { $0 + max($1.count, 1) } > Self.maxCount
        case .numbers(let numbers): numbers.count > Self.maxCount
        default: false
        }
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
    static var unexpectedValue: ValidationError { ValidationError(.unexpectedValue) }
}

extension ValidationError {
    /// Creates an error with a built-in text, in the language of the page whose input is being handled.
    init(_ key: PageTexts.Key, _ values: String...) { self.init(message: PageTexts.current.text(key, values)) }
}
