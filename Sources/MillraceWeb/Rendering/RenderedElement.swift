/// An element of a rendered view. Its methods do what a user does, and return the action that the module would receive.
///
/// Each method throws a ``RenderedViewError`` if a user could not do this: the element is disabled, has another kind, or
/// rejects the value.
public struct RenderedElement<Action> {
    let element: HTMLElement
    private let ancestors: [HTMLElement]

    init(_ element: HTMLElement, _ ancestors: [HTMLElement]) { (self.element, self.ancestors) = (element, ancestors) }

    /// The text of the element with its descendants.
    public var text: String { element.plainText }

    /// The value of a field. Empty for another element.
    public var value: String { element["value"] ?? "" }

    /// Whether a checkbox or a radio button is checked.
    public var isOn: Bool { element["checked"] != nil }

    /// Whether the element is disabled.
    public var isDisabled: Bool { element["disabled"] != nil }

    /// Returns the value of an attribute. `nil` if the element does not have it.
    public func attribute(_ name: String) -> String? { element[name] }

    /// Presses a button or a link. A button that submits a form does so with the initial values of its fields.
    public func press() throws(RenderedViewError) -> Action {
        if element.control == nil, element.tag == .button, ancestors.contains(where: { $0.control?.kind == .form }) {
            return try submit([:])
        }
        guard element.control?.kind == .press else { throw unfit("pressed") }
        return try action(.none)
    }

    /// Enters a text into a live field, and replaces its value.
    public func type(_ text: String) throws(RenderedViewError) -> Action {
        guard element.isField, !isBox else { throw unfit("typed into") }
        return try action(.text(text))
    }

    /// Selects an option of a picker or a radio group by its name.
    public func choose(_ option: String) throws(RenderedViewError) -> Action {
        guard element.tag == .select || element.isRadioGroup else { throw unfit("used to choose an option") }
        let chosen = element.children.first { $0.plainText == option }?.element
        guard let value = chosen?["value"] ?? chosen?.children.first?.element?["value"] else {
            throw RenderedViewError("\(name) has no option “\(option)”.")
        }
        return try action(.text(value))
    }

    /// Chooses a file in a file field. It must be within the limit of the field.
    public func choose(_ file: FileUpload) throws(RenderedViewError) -> Action {
        guard element["type"] == "file" else { throw unfit("used to choose a file") }
        return try action(.file(file), event: HTMLEvent.file)
    }

    /// Pushes a value from the script of a hook.
    ///
    /// - Parameter json: The value as JSON.
    public func push(json: String) throws(RenderedViewError) -> Action { try action(.text(json), event: "hook") }

    /// Checks or unchecks a live checkbox.
    public func set(_ isOn: Bool) throws(RenderedViewError) -> Action {
        guard isBox else { throw unfit("checked") }
        return try action(.flag(isOn))
    }

    /// Submits the form that contains the element, or that is the element.
    ///
    /// - Parameter values: The values that the user enters, by the names of the fields. Other fields have their initial
    ///   values.
    public func submit(_ values: [String: [String]]) throws(RenderedViewError) -> Action {
        guard let form = (ancestors + [element]).last(where: { $0.control?.kind == .form }) else {
            throw unfit("submitted")
        }
        if isDisabled { throw RenderedViewError("\(name) is disabled.") }
        // A browser does not send the name of a field without a value, such as an unchecked box.
        let fields = form.initialFields.merging(values) { $1 }.filter { !$0.value.isEmpty }
        return try action(.fields(fields), of: form)
    }

    /// Presses a key while the focus is in the element.
    ///
    /// - Parameters:
    ///   - key: The name of the key, as in ``HTML/onKey(_:_:inFields:send:)``.
    ///   - modifiers: The keys that are held. Defaults to none.
    public func press(key: String, _ modifiers: KeyModifiers = []) throws(RenderedViewError) -> Action {
        let name = modifiers.name(of: key)
        let isInFields = element.control?.events.contains { $0.name == "typed:\(name)" } == true
        return try action(.none, event: (isInFields ? "typed:" : "key:") + name)
    }

    /// Does something with the pointer in the element.
    public func point(_ event: PointerEvent, at position: PagePoint) throws(RenderedViewError) -> Action {
        try action(.numbers([position.x, position.y]), event: event.rawValue)
    }

    /// Drags the element.
    public func drag(_ drag: PageDrag) throws(RenderedViewError) -> Action {
        let numbers = [drag.start.x, drag.start.y, drag.position.x, drag.position.y]
        return try action(.numbers([Double(drag.phase.rawValue)] + numbers), event: "drag")
    }

    /// Moves the focus into the element.
    public func focus() throws(RenderedViewError) -> Action { try action(.none, event: "focus") }

    /// Moves the focus out of the element.
    public func blur() throws(RenderedViewError) -> Action { try action(.none, event: "blur") }

    /// Scrolls the element into the window.
    public func show() throws(RenderedViewError) -> Action { try action(.none, event: "visible") }

    // MARK: Implementation

    /// The texts by which the element can be found.
    var labels: [String] {
        let label = ancestors.last { $0.tag == "label" }?.plainText
        return [element["aria-label"], element.isField ? label : element.plainText, element["name"]]
            .compactMap { $0?.trimmed }.filter { !$0.isEmpty }
    }

    /// Whether the element is a button of a radio group, which is the field.
    var isInRadioGroup: Bool { ancestors.contains { $0.isRadioGroup } }

    private var isBox: Bool { element["type"] == "checkbox" || element["type"] == "radio" }

    private var name: String { labels.first.map { "“\($0)”" } ?? "The element <\(element.tag.rawValue)>" }

    private func unfit(_ verb: String) -> RenderedViewError { RenderedViewError("\(name) cannot be \(verb).") }

    /// Checks the values of the live fields that must be valid before a button or a form is used.
    private func checkFields(around element: HTMLElement) throws(ValidationError) {
        let isForm = element.control?.kind == .form
        guard isForm || element.control?.kind == .press && element.tag != .a else { return }
        let group = (ancestors + [element]).first { $0.fieldGroup != nil } ?? (isForm ? element : nil)
        for field in group?.liveFields ?? [] { try FieldRules(field).checkShown() }
    }

    /// Returns the action for a value of the element, or of the form that contains it.
    private func action(
        _ value: SentValue, event: String? = nil, of form: HTMLElement? = nil
    ) throws(RenderedViewError) -> Action {
        let element = form ?? element
        guard let control = element.control else { throw unfit("used: it has no action") }
        if isDisabled { throw RenderedViewError("\(name) is disabled.") }
        do throws(ValidationError) {
            if event == nil { try checkFields(around: element) }
            if let event {
                guard let action = try control.action(for: event, value) as? Action else {
                    throw ValidationError(message: "The view does not listen to the event “\(event)”.")
                }
                return action
            }
            var value = value
            if control.kind == .field { value = try FieldRules.read(value, of: element) }
            if control.kind == .form { value = try FormRules.read(value, of: element) }
            guard let action = try control.decode(value) as? Action else { throw .unexpectedValue }
            return action
        } catch {
            throw RenderedViewError("\(name) rejects this: \(error.message)")
        }
    }
}

extension HTMLElement {
    /// The values of a form's fields before the user changes them, as a browser sends them.
    fileprivate var initialFields: [String: [String]] {
        var fields: [String: [String]] = [:]
        forEachEnabledField { field in
            guard let name = field["name"], !field.isBox || field["checked"] != nil else { return }
            fields[name, default: []].append(field.initialValue)
        }
        return fields
    }

    /// The value of a field. A menu without a selection has its first option.
    private var initialValue: String {
        let options = children.compactMap { $0.element?["value"] }
        if tag == .select, let value = self["value"], !options.contains(value) { return options.first ?? "" }
        return self["value"] ?? ""
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
