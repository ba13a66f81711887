// Fields that send their values as they are changed. The value is the state's: what is typed is folded, and what the state
// says then is in the field. A text that the person is typing is never overwritten: a newer value is merged with it.

/// A field for a line of text, which sends it as it is typed.
///
/// - Parameters:
///   - label: what it is for; read to who cannot see it. Put a ``label(_:)`` around it to show it.
///   - value: what the state says that is in it.
///   - kind: what it is for.
///   - sending: when it sends.
///   - send: makes an action of the text.
public func textField<Action>(
    _ label: String, value: String, kind: TextFieldKind = .text, timing: SendTiming = .whileTyping,
    send: @escaping (String) -> Action
) -> HTML<Action> {
    let element = HTMLElement(.input, [HTMLAttribute("type", kind.rawValue), HTMLAttribute("aria-label", label)])
    return field(element, value, timing, .text(send))
}

/// A field for lines of text, which sends them as they are typed.
public func textArea<Action>(
    _ label: String, value: String, timing: SendTiming = .whileTyping, send: @escaping (String) -> Action
) -> HTML<Action> {
    field(HTMLElement(.textarea, [HTMLAttribute("aria-label", label)]), value, timing, .text(send))
}

/// A field for a whole number, which sends it when the person has finished. What is no number, or is out of range, is refused.
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
            throw ValidationError(message: "\(number) is not from \(range.lowerBound) to \(range.upperBound).")
        }
        return send(number)
    }
    return field(element, "\(value)", .whenDone, control)
}

/// A box that is ticked or not, and sends which.
public func toggle<Action>(_ label: String, isOn: Bool, send: @escaping (Bool) -> Action) -> HTML<Action> {
    let element = HTMLElement(.input, [HTMLAttribute("type", "checkbox"), HTMLAttribute("aria-label", label)])
    element["checked"] = isOn ? "" : nil
    element.control = HTMLControl(.field) { sent throws(ValidationError) in
        switch sent {
        case .flag(let isOn): return send(isOn)
        // A form without the script says nothing of a box that is not ticked, and its reference of one that is.
        case .text: return send(true)
        default: throw .unexpectedValue
        }
    }
    return HTML(element)
}

/// A choice of one of several values, which sends the one that was selectedValue. The browser knows them by their numbers alone, so only
/// what was drawn can be selectedValue.
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
