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
public func form<Value: Decodable, Action>(
    decode type: Value.Type, send: @escaping (Value) -> Action, @HTMLBuilder<Action> _ content: () -> HTML<Action>
) -> HTML<Action> {
    let element = HTMLElement(.form, [HTMLAttribute("method", "post")], content().nodes)
    element.control = HTMLControl(.form) { sent throws(ValidationError) in
        guard case .fields(let fields) = sent else { throw .unexpectedValue }
        return send(try FormDecoder.decode(type, from: fields))
    }
    return HTML(element)
}

/// Creates a form field for one line of text or a number. It is sent only with its form.
///
/// - Parameters:
///   - name: The name of the property that the field is decoded into.
///   - value: The initial value.
///   - kind: The kind of text. Defaults to `.text`.
public func input<Action>(_ name: String, value: String = "", kind: TextFieldKind = .text) -> HTML<Action> {
    let attributes = [HTMLAttribute("type", kind.rawValue), HTMLAttribute("name", name), HTMLAttribute("value", value)]
    return HTML(HTMLElement(.input, attributes))
}

/// Creates a form field for several lines of text.
public func inputArea<Action>(_ name: String, value: String = "") -> HTML<Action> {
    HTML(HTMLElement(.textarea, [HTMLAttribute("name", name), HTMLAttribute("value", value)]))
}

/// Creates a checkbox of a form. It is decoded as `true` if it is checked, and as `false` otherwise.
public func checkbox<Action>(_ name: String, isOn: Bool = false) -> HTML<Action> {
    let attributes = [HTMLAttribute("type", "checkbox"), HTMLAttribute("name", name), HTMLAttribute("value", "true")]
    return HTML(HTMLElement(.input, attributes).with("checked", isOn ? "" : nil))
}

/// Creates a menu of a form. The value of the selected option is decoded.
public func choice<Action>(_ name: String, options: [(name: String, value: String)], value: String = "") -> HTML<Action>
{
    let children = options.enumerated().map { index, option in
        HTMLNode(
            identity: UInt64(index),
            .element(HTMLElement(.option, [HTMLAttribute("value", option.value)], [HTMLNode(.text(option.name))])))
    }
    return HTML(HTMLElement(.select, [HTMLAttribute("name", name), HTMLAttribute("value", value)], children))
}

/// Creates the button that submits the form that contains it.
public func submitButton<Action>(_ label: some StringProtocol) -> HTML<Action> {
    HTML(HTMLElement(.button, [HTMLAttribute("type", "submit")], [HTMLNode(.text(String(label)))]))
}
