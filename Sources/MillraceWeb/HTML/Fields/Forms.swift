import Millrace

/// Creates a form, which sends all its fields together as a value of your type.
///
/// ```swift
/// struct Draft: Decodable { var title: String; var pages: Int; var isPublic: Bool }
/// form(decode: Draft.self, send: Action.submitted) {
///     label { "Title"; input("title") }
///     label { "Pages"; input("pages") }
///     label { checkbox("isPublic"); "For all to see" }
///     submitButton("Save")
/// }
/// ```
/// The fields are decoded by their names. The type may contain strings, numbers, `Bool` for a checkbox, enums with raw
/// values, optionals, and arrays or sets of these. If decoding fails, the user's input stays in the form, and a message
/// says which field is wrong.
///
/// The fields give the rules: their kind, `range(_:)`, ``HTML/step(_:)``, ``HTML/maxLength(_:)``, ``HTML/required(_:)``,
/// ``HTML/readOnly(_:)`` and their options. Nothing is sent while a field is invalid, with or without the script, and the server checks
/// the same rules before it decodes the values. It rejects a field that the form does not have. A number is a valid floating-point
/// number of HTML, and finite. A name of more than 256 bytes is a `Fault`, and the server rejects the form.
///
/// - Parameters:
///   - type: The type of the value.
///   - resetsWhenAccepted: Whether the fields get their initial values when the server has accepted the form. A field
///     that the user has changed meanwhile keeps its text. Defaults to `false`.
///   - send: Returns the action for a value.
///   - content: The fields, and anything else.
public func form<Value: Decodable, Action>(
    decode type: Value.Type, resetsWhenAccepted: Bool = false, send: @escaping (Value) -> Action,
    @HTMLBuilder<Action> _ content: () -> HTML<Action>
) -> HTML<Action> {
    let element = HTMLElement(.form, [HTMLAttribute("method", "post")], content().nodes)
    element["data-m-reset"] = resetsWhenAccepted ? "" : nil
    element.control = HTMLControl(.form) { sent throws(ValidationError) in
        guard case .fields(let fields) = sent else { throw .unexpectedValue }
        return send(try FormDecoder.decode(type, from: fields))
    }
    return HTML(element)
}

/// Creates a form field for one line of text, a number, a date, a time or a color. It is sent only with its form.
///
/// - Parameters:
///   - name: The name of the property that the field is decoded into.
///   - value: The initial value.
///   - kind: The kind of text. Defaults to `.text`.
public func input<Action>(_ name: String, value: String = "", kind: TextFieldKind = .text) -> HTML<Action> {
    let attributes = [HTMLAttribute("type", kind.rawValue), fieldName(name), HTMLAttribute("value", value)]
    return HTML(HTMLElement(.input, attributes).withDefaultLimits())
}

/// Creates a form field for several lines of text.
public func inputArea<Action>(_ name: String, value: String = "") -> HTML<Action> {
    HTML(HTMLElement(.textarea, [fieldName(name), HTMLAttribute("value", value)]))
}

/// Creates a checkbox of a form. It is decoded as `true` if it is checked, and as `false` otherwise.
public func checkbox<Action>(_ name: String, isOn: Bool = false) -> HTML<Action> {
    box("checkbox", name, "true", isOn)
}

/// Creates a checkbox of a form that is one of several with the same name. The checked ones are decoded as an array or a
/// set of their values.
public func checkbox<Action>(_ name: String, value: String, isOn: Bool = false) -> HTML<Action> {
    box("checkbox", name, value, isOn)
}

/// Creates a radio button of a form. The value of the selected button with this name is decoded.
public func radioButton<Action>(_ name: String, value: String, isOn: Bool = false) -> HTML<Action> {
    box("radio", name, value, isOn)
}

/// Creates a field of a form that the user does not see. The user can send any other value, so do not trust it.
public func hiddenInput<Action>(_ name: String, value: String) -> HTML<Action> {
    HTML(
        HTMLElement(
            .input, [HTMLAttribute("type", "hidden"), fieldName(name), HTMLAttribute("value", value)]))
}

/// Returns the attribute with the name of a field. Reports a name that the server would reject.
private func fieldName(_ name: String) -> HTMLAttribute {
    if name.utf8.count > SentValue.maxNameBytes { Fault.reportFieldName(name) }
    return HTMLAttribute("name", name)
}

private func box<Action>(_ type: String, _ name: String, _ value: String, _ isOn: Bool) -> HTML<Action> {
    let attributes = [HTMLAttribute("type", type), fieldName(name), HTMLAttribute("value", value)]
    return HTML(HTMLElement(.input, attributes).with("checked", isOn ? "" : nil))
}

/// Creates a menu of a form. The value of the selected option is decoded.
///
/// - Parameters:
///   - name: The name of the property that the menu is decoded into.
///   - options: The names and the values.
///   - value: The value that is selected initially. Defaults to the first option's. Nothing is selected if no option has it.
public func choice<Action>(_ name: String, options: [(name: String, value: String)], value: String = "") -> HTML<Action>
{
    var children = options.enumerated().map { index, option in
        HTMLNode(
            identity: UInt64(index + 1),
            .element(HTMLElement(.option, [HTMLAttribute("value", option.value)], [HTMLNode(.text(option.name))])))
    }
    if !value.isEmpty, !options.contains(where: { $0.value == value }) {
        children.insert(HTMLNode(identity: 0, .element(.unselectedOption)), at: 0)
    }
    return HTML(HTMLElement(.select, [fieldName(name), HTMLAttribute("value", value)], children))
}

/// Creates the button that submits the form that contains it.
public func submitButton<Action>(_ label: some StringProtocol) -> HTML<Action> {
    HTML(HTMLElement(.button, [HTMLAttribute("type", "submit")], [HTMLNode(.text(String(label)))]))
}
