/// A form, which sends all of its fields at once as a value of a type of the application's.
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
/// The fields are decoded by their names, as `Decodable` says: texts, whole and other numbers, `Bool` (a box that is ticked), enums of texts,
/// what may be missing, and lists of those. What does not decode is refused: the form stays as it was filled in, and says
/// which field is wrong.
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

/// A field of a form for a line of text or a number. It sends nothing by itself.
///
/// - Parameters:
///   - name: by what the form's type knows it.
///   - value: what is in it to begin with.
///   - kind: what it is for.
public func input<Action>(_ name: String, value: String = "", kind: TextFieldKind = .text) -> HTML<Action> {
    let attributes = [HTMLAttribute("type", kind.rawValue), HTMLAttribute("name", name), HTMLAttribute("value", value)]
    return HTML(HTMLElement(.input, attributes))
}

/// A field of a form for lines of text.
public func inputArea<Action>(_ name: String, value: String = "") -> HTML<Action> {
    HTML(HTMLElement(.textarea, [HTMLAttribute("name", name), HTMLAttribute("value", value)]))
}

/// A box of a form: `true` if it is ticked.
public func checkbox<Action>(_ name: String, isOn: Bool = false) -> HTML<Action> {
    let attributes = [HTMLAttribute("type", "checkbox"), HTMLAttribute("name", name), HTMLAttribute("value", "true")]
    return HTML(HTMLElement(.input, attributes).with("checked", isOn ? "" : nil))
}

/// A choice in a form of one of several texts.
public func choice<Action>(_ name: String, options: [(name: String, value: String)], value: String = "") -> HTML<Action>
{
    let children = options.enumerated().map { index, option in
        HTMLNode(
            identity: UInt64(index),
            .element(HTMLElement(.option, [HTMLAttribute("value", option.value)], [HTMLNode(.text(option.name))])))
    }
    return HTML(HTMLElement(.select, [HTMLAttribute("name", name), HTMLAttribute("value", value)], children))
}

/// The button that sends the form it stands in.
public func submitButton<Action>(_ label: some StringProtocol) -> HTML<Action> {
    HTML(HTMLElement(.button, [HTMLAttribute("type", "submit")], [HTMLNode(.text(String(label)))]))
}
