// Live fields for one or several of the application's values. The browser receives only the indices of the values, so the
// user can select only the given ones.

/// Creates a live menu of several values. It sends the selected value.
public func picker<Value: Equatable, Action>(
    _ label: String, selection: Value, options: [(name: String, value: Value)], send: @escaping (Value) -> Action
) -> HTML<Action> {
    let children = options.enumerated().map { index, option in
        HTMLNode(
            identity: UInt64(index),
            .element(HTMLElement(.option, [HTMLAttribute("value", "\(index)")], [HTMLNode(.text(option.name))])))
    }
    let element = HTMLElement(.select, [HTMLAttribute("aria-label", label)], children)
    return liveField(element, text: index(of: selection, in: options), .whenDone, .index(in: options)) { send($0) }
}

/// Creates live radio buttons, one for each value. The group sends the selected value.
///
/// - Parameters:
///   - label: The name of the group for assistive technology.
///   - selection: The selected value, from the state. No button is selected if it is not one of the options.
///   - options: The names and the values.
///   - send: Returns the action for a value.
public func radioGroup<Value: Equatable, Action>(
    _ label: String, selection: Value, options: [(name: String, value: Value)], send: @escaping (Value) -> Action
) -> HTML<Action> {
    let children = options.enumerated().map { index, option in
        let button = HTMLElement(.input, [HTMLAttribute("type", "radio"), HTMLAttribute("value", "\(index)")])
        return HTMLNode(
            identity: UInt64(index),
            .element(HTMLElement("label", [], [HTMLNode(button), HTMLNode(.text(option.name))])))
    }
    let attributes = [
        HTMLAttribute("role", "radiogroup"), HTMLAttribute("aria-label", label),
        HTMLAttribute(HTMLElement.radioGroupAttribute, ""),
    ]
    let element = HTMLElement(.fieldset, attributes, children)
    return liveField(element, text: index(of: selection, in: options), .whileTyping, .index(in: options)) { send($0) }
}

/// Creates live checkboxes, one for each value. It sends each value that the user selects or deselects.
///
/// ```swift
/// checkboxGroup("Days", selection: state.days, options: days) { day, isOn in .select(day, isOn) }
/// ```
/// - Parameters:
///   - label: The name of the group for assistive technology.
///   - selection: The selected values, from the state.
///   - options: The names and the values.
///   - send: Returns the action for a value, and whether it is now selected.
public func checkboxGroup<Value: Hashable, Action>(
    _ label: String, selection: Set<Value>, options: [(name: String, value: Value)],
    send: @escaping (Value, Bool) -> Action
) -> HTML<Action> {
    fieldset {
        for option in options {
            make("label") {
                toggle(option.name, isOn: selection.contains(option.value)) { send(option.value, $0) }
                option.name
            }
        }
    }.role("group").aria("label", label)
}

extension FieldFormat {
    /// Reads the index of an option.
    fileprivate static func index(in options: [(name: String, value: Value)]) -> FieldFormat {
        FieldFormat { sent throws(ValidationError) in
            guard let index = Int(sent), options.indices.contains(index) else { throw .unexpectedValue }
            return options[index].value
        }
    }
}

private func index<Value: Equatable>(of selection: Value, in options: [(name: String, value: Value)]) -> String {
    options.firstIndex { $0.value == selection }.map { "\($0)" } ?? ""
}

extension HTMLElement {
    /// Marks the group of radio buttons. The group is the field: its value is that of the selected button.
    static let radioGroupAttribute = "data-m-radios"

    var isRadioGroup: Bool { tag == .fieldset && self[Self.radioGroupAttribute] != nil }

    /// Whether the element is a checkbox or a radio button. User input then changes whether it is checked, not its value.
    var isBox: Bool { tag == .input && (self["type"] == "checkbox" || self["type"] == "radio") }

    /// Whether the browser keeps user input as the value of the element, not as an attribute.
    var isField: Bool { tag.isField || isRadioGroup }
}
