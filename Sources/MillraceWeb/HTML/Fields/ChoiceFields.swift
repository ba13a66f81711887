// Live fields for one or several of the application's values. The browser receives only the names of the values, so the user
// can select only the given ones. A choice that was made before the options changed selects the same name, or is rejected.

import Millrace

/// Creates a live menu of several values. It sends the selected value.
///
/// - Parameters:
///   - label: The name of the menu for assistive technology.
///   - selection: The selected value, from the state. Nothing is selected if it is not one of the options.
///   - options: The names and the values.
///   - send: Returns the action for a value.
public func picker<Value: Equatable, Action>(
    _ label: String, selection: Value, options: [(name: String, value: Value)], send: @escaping (Value) -> Action
) -> HTML<Action> {
    let choices = Choices(options)
    let selected = choices.key(of: selection)
    var children = choices.nodes { key, name in
        HTMLElement(.option, [HTMLAttribute("value", key)], [HTMLNode(.text(name))])
    }
    // Without this, a browser selects the first option, which the user then could not choose.
    if selected.isEmpty { children.insert(HTMLNode(identity: 0, .element(.unselectedOption)), at: 0) }
    let element = HTMLElement(.select, [HTMLAttribute("aria-label", label)], children)
    return liveField(element, text: selected, .whenDone, choices.format) { send($0) }
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
    let choices = Choices(options)
    let children = choices.nodes { key, name in
        let button = HTMLElement(.input, [HTMLAttribute("type", "radio"), HTMLAttribute("value", key)])
        return HTMLElement("label", [], [HTMLNode(button), HTMLNode(.text(name))])
    }
    let attributes = [
        HTMLAttribute("role", "radiogroup"), HTMLAttribute("aria-label", label),
        HTMLAttribute(HTMLElement.radioGroupAttribute, ""),
    ]
    let element = HTMLElement(.fieldset, attributes, children)
    return liveField(element, text: choices.key(of: selection), .whileTyping, choices.format) { send($0) }
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
    let choices = Choices(options)
    return fieldset {
        for (option, key) in zip(options, choices.keys) {
            make("label") {
                toggle(option.name, isOn: selection.contains(option.value)) { send(option.value, $0) }
                option.name
            }
            .key(key)
        }
    }.role("group").aria("label", label)
}

/// The options of a field. The browser knows each one by a key: its name, and its number among those with this name.
private struct Choices<Value> {
    let options: [(name: String, value: Value)]
    let keys: [String]

    init(_ options: [(name: String, value: Value)]) {
        self.options = options
        var counts: [String: Int] = [:]
        keys = options.map { option in
            let count = counts[option.name, default: 0]
            counts[option.name] = count + 1
            return "\(option.name)#\(count)"
        }
    }

    /// Returns a node for each option, which the option's key identifies.
    func nodes(_ element: (_ key: String, _ name: String) -> HTMLElement) -> [HTMLNode] {
        zip(keys, options).map { key, option in
            HTMLNode(element(key, option.name)).keyed(key.utf8.stableHash)
        }
    }

    /// Reads the key of an option.
    var format: FieldFormat<Value> {
        FieldFormat { sent throws(ValidationError) in
            guard let index = keys.firstIndex(where: sent.hasSameBytes) else { throw .unexpectedValue }
            return options[index].value
        }
    }
}

extension Choices where Value: Equatable {
    /// Returns the key of the option with this value. Empty if there is none.
    func key(of value: Value) -> String { options.firstIndex { $0.value == value }.map { keys[$0] } ?? "" }
}

extension HTMLElement {
    /// The option of a menu in which nothing is selected. The user cannot choose it.
    static var unselectedOption: HTMLElement {
        let names = ["hidden", "disabled", "selected"]
        return HTMLElement(.option, [HTMLAttribute("value", "")] + names.map { HTMLAttribute($0, "") })
    }
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
