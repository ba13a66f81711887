// Live fields send their values while they are edited. Their values always come from the state, so a reducer can change
// what the user entered. If the state changes while the user types, the script merges both texts.

/// Creates a live field for one line of text. A live field sends its value when the user edits it, without a form.
///
/// - Parameters:
///   - label: The name of the field for assistive technology. Put the field into a ``label(_:)`` to show a name.
///   - value: The value, from the state.
///   - kind: The kind of text. Defaults to `.text`.
///   - timing: When the field sends its value. Defaults to `.whileTyping`.
///   - send: Returns the action for a text.
public func textField<Action>(
    _ label: String, value: String, kind: TextFieldKind = .text, timing: SendTiming = .whileTyping,
    send: @escaping (String) -> Action
) -> HTML<Action> {
    let element = inputElement(kind.rawValue, label).withDefaultLimits()
    return liveField(element, text: value, timing, FieldFormat { $0 }, send: send)
}

/// Creates a live field for several lines of text.
///
/// - Parameters:
///   - label: The name of the field for assistive technology.
///   - value: The value, from the state.
///   - timing: When the field sends its value. Defaults to `.whileTyping`.
///   - send: Returns the action for a text.
public func textArea<Action>(
    _ label: String, value: String, timing: SendTiming = .whileTyping, send: @escaping (String) -> Action
) -> HTML<Action> {
    let element = HTMLElement(.textarea, [HTMLAttribute("aria-label", label)])
    return liveField(element, text: value, timing, FieldFormat { $0 }, send: send)
}

/// Creates a live checkbox. It sends its new state when the user clicks it.
public func toggle<Action>(_ label: String, isOn: Bool, send: @escaping (Bool) -> Action) -> HTML<Action> {
    let element = HTMLElement(.input, [HTMLAttribute("type", "checkbox"), HTMLAttribute("aria-label", label)])
    element["checked"] = isOn ? "" : nil
    element.control = HTMLControl(.field) { sent throws(ValidationError) in
        switch sent {
        case .flag(let isOn): return send(isOn)
        // Without the script, a form contains a checked box with a text, and omits an unchecked one.
        case .text: return send(true)
        default: throw .unexpectedValue
        }
    }
    return HTML(element)
}
