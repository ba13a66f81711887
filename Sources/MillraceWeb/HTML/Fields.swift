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
    let element = HTMLElement(.input, [HTMLAttribute("type", kind.rawValue), HTMLAttribute("aria-label", label)])
    return field(element, value, timing, .text(send))
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
    field(HTMLElement(.textarea, [HTMLAttribute("aria-label", label)]), value, timing, .text(send))
}

/// Creates a live field for a whole number. It sends the number when the user presses Enter or leaves the field.
///
/// A value that is not a number, or is out of range, is rejected with a message to the user.
public func numberField<Action>(
    _ label: String, value: Int, in range: ClosedRange<Int>? = nil, send: @escaping (Int) -> Action
) -> HTML<Action> {
    let element = HTMLElement(.input, [HTMLAttribute("type", "number"), HTMLAttribute("aria-label", label)])
    element["min"] = range.map { "\($0.lowerBound)" }
    element["max"] = range.map { "\($0.upperBound)" }
    let control = HTMLControl(.field) { sent throws(ValidationError) in
        guard case .text(let text) = sent else { throw .unexpectedValue }
        guard let number = Int(text) else {
            throw ValidationError(message: "“\(text.prefix(40))” is not a whole number.")
        }
        if let range, !range.contains(number) {
            throw ValidationError(message: "\(number) is not between \(range.lowerBound) and \(range.upperBound).")
        }
        return send(number)
    }
    return field(element, "\(value)", .whenDone, control)
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

/// Creates a live menu of several values. It sends the selected value.
///
/// The browser receives only the indices of the values, so the user can select only values from `options`.
public func picker<Value: Equatable, Action>(
    _ label: String, selection: Value, options: [(name: String, value: Value)], send: @escaping (Value) -> Action
) -> HTML<Action> {
    let children = options.enumerated().map { index, option in
        HTMLNode(
            identity: UInt64(index),
            .element(HTMLElement(.option, [HTMLAttribute("value", "\(index)")], [HTMLNode(.text(option.name))])))
    }
    let element = HTMLElement(.select, [HTMLAttribute("aria-label", label)], children)
    let control = HTMLControl(.field) { sent throws(ValidationError) in
        guard case .text(let text) = sent, let index = Int(text), options.indices.contains(index) else {
            throw .unexpectedValue
        }
        return send(options[index].value)
    }
    let selectedIndex = options.firstIndex { $0.value == selection }
    return field(element, selectedIndex.map { "\($0)" } ?? "", .whenDone, control)
}

private func field<Action>(
    _ element: HTMLElement, _ value: String, _ timing: SendTiming, _ control: HTMLControl
) -> HTML<Action> {
    element["value"] = value
    if timing == .whenDone { element["data-on"] = "change" }
    element.control = control
    return HTML(element)
}

extension HTMLControl {
    fileprivate static func text<Action>(_ send: @escaping (String) -> Action) -> HTMLControl {
        HTMLControl(.field) { sent throws(ValidationError) in
            guard case .text(let text) = sent else { throw .unexpectedValue }
            return send(text)
        }
    }
}
