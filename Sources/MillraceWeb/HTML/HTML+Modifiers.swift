import Millrace

// Modifiers change the outermost elements. They do not change texts.
extension HTML {
    /// Identifies the elements by `key` among their siblings. In the next view, an element with the same key is the
    /// same element: it is moved, not replaced.
    ///
    /// The keys of a field and of the elements around it also identify the field when the page is drawn again, after a lost
    /// connection or a restart of the server. Text that was typed and not handled then returns to the field with the same
    /// keys, and to no other one. Give each field that can show several records the key of its record:
    ///
    /// ```swift
    /// textArea("Text", value: note.text) { .typed(note.id, $0) }.key(note.id)
    /// ```
    /// After a restart, keys are compared by their members. A key that contains an object is not found again.
    @inlinable public func key(_ key: some Hashable) -> HTML {
        var hasher = Hasher()
        hasher.combine(key)
        return HTML(nodes.keyed(hasher.finalize()) { FieldKey.text(of: key, at: $0) })
    }

    /// Adds CSS classes, separated by spaces.
    public func `class`(_ names: String) -> HTML {
        changing { element in element["class"] = element["class"].map { "\($0) \(names)" } ?? names }
    }

    /// Adds CSS classes if `isOn` is `true`.
    public func `class`(_ names: String, if isOn: Bool) -> HTML { isOn ? self.class(names) : self }

    /// Sets the ID of the element. If a live field has an ID, the script keeps its unsent text when the page is
    /// reloaded.
    public func id(_ name: String) -> HTML { setting("id", name) }

    /// Sets the text that appears when the pointer rests on the element.
    public func title(_ text: String) -> HTML { setting("title", text) }

    /// Sets the ARIA role of the element.
    public func role(_ role: String) -> HTML { setting("role", role) }

    /// Sets an ARIA attribute: `aria("label", "Search")`.
    ///
    /// - Parameters:
    ///   - name: The part after `aria-`: lowercase letters, digits and hyphens. Any other name is a fault, and has no effect.
    ///   - value: The value. `nil` removes the attribute.
    public func aria(_ name: StaticString, _ value: String?) -> HTML {
        setting(prefix: "aria-", "\(name)", value)
    }

    /// Sets an ARIA attribute to `true` or `false`: `aria("pressed", isOn)`.
    public func aria(_ name: StaticString, _ value: Bool) -> HTML { aria(name, value ? "true" : "false") }

    /// Sets a data attribute, for style sheets and scripts: `data("state", "saved")`.
    ///
    /// - Parameters:
    ///   - name: The part after `data-`: lowercase letters, digits and hyphens. Any other name is a fault, and has no effect. So
    ///     is one that begins with `m-`: the page writes those.
    ///   - value: The value. `nil` removes the attribute.
    public func data(_ name: StaticString, _ value: String?) -> HTML {
        setting(prefix: "data-", "\(name)", value)
    }

    /// Hides the element if `isHidden` is `true`.
    public func hidden(_ isHidden: Bool = true) -> HTML { setting("hidden", isHidden ? "" : nil) }

    /// Disables the element if `isDisabled` is `true`. The browser receives no reference to a disabled control, so it
    /// cannot be used in any way.
    public func disabled(_ isDisabled: Bool = true) -> HTML { setting("disabled", isDisabled ? "" : nil) }

    /// Sets the keys that click the element, or focus it if it is a text field: `"n"`, `"Escape"`, `"Control+s"`.
    /// Separate several keys by spaces. Modifiers precede the key in the order Control, Alt, Shift, Meta.
    ///
    /// If several visible elements have the same key, the last one in the page is used.
    ///
    /// - Parameters:
    ///   - keys: The names of the keys in the DOM. The space bar is `Space`. With Shift, use the upper-case letter.
    ///   - inFields: Whether the keys also work while the user types. Defaults to `false`: only Escape does.
    public func shortcut(_ keys: String, inFields: Bool = false) -> HTML {
        setting("aria-keyshortcuts", keys).setting("data-m-typing", inFields ? "" : nil)
    }

    /// Focuses the element when its sheet or page appears.
    public func autofocus(_ isOn: Bool = true) -> HTML { setting("autofocus", isOn ? "" : nil) }

    /// Sets the text that appears in an empty field.
    public func placeholder(_ text: String) -> HTML { setting("placeholder", text) }

    /// Sets the maximum number of characters in a text, in UTF-16 code units. The server rejects a longer text with a
    /// message to the user, unless it is the one that the field shows.
    public func maxLength(_ count: Int) -> HTML { setting("maxlength", "\(count)") }

    /// Requires a value. The server rejects an empty text, an unchecked box and a missing choice with a message to the user. For a
    /// file field, it is a `Fault`.
    public func required(_ isRequired: Bool = true) -> HTML {
        changing { element in
            if isRequired, element["type"] == "file" { return Fault.reportRequiredFile() }
            element["required"] = isRequired ? "" : nil
        }
    }

    /// Sets the permitted numbers of a form's number field: `input("pages", kind: .number).range(1...999)`. Another number is rejected.
    /// A live field has a parameter for its range.
    public func range(_ range: ClosedRange<Double>) -> HTML {
        limits(range.lowerBound.attributeValue, range.upperBound.attributeValue)
    }

    /// Sets the permitted whole numbers of a form's number field.
    public func range(_ range: ClosedRange<Int>) -> HTML { limits("\(range.lowerBound)", "\(range.upperBound)") }

    /// Sets the permitted days of a form's date field.
    public func range(_ range: ClosedRange<CalendarDate>) -> HTML {
        limits(range.lowerBound.description, range.upperBound.description)
    }

    /// Sets the permitted times of a form's time field.
    public func range(_ range: ClosedRange<TimeOfDay>) -> HTML {
        limits(range.lowerBound.description, range.upperBound.description)
    }

    private func limits(_ lowest: String?, _ highest: String?) -> HTML {
        setting("min", lowest).setting("max", highest)
    }

    /// Sets the distance of the permitted values of a field for a number, a date (in days) or a time (in seconds), from the lower limit,
    /// or from the initial value if there is no limit. `nil` permits all values.
    ///
    /// Without this modifier, HTML has a step of 1 for a number, so that only whole numbers are permitted, of one day for a date and of
    /// 60 seconds for a time.
    public func step(_ step: Double?) -> HTML { setting("step", step?.attributeValue ?? "any") }

    /// Prevents the user from changing a field. Unlike a disabled field, a text field can be focused and copied, and a form contains
    /// its value. The server rejects another value. A browser has no such state for choices, sliders, colors and files, so these are
    /// disabled.
    public func readOnly(_ isReadOnly: Bool = true) -> HTML {
        changing { element in
            let name = FieldKind(element).canBeReadOnly && element["type"] != "range" ? "readonly" : "disabled"
            if isReadOnly || name == "readonly" { element[name] = isReadOnly ? "" : nil }
        }
    }

    /// Sets the number of visible lines of a text area.
    public func rows(_ count: Int) -> HTML { setting("rows", "\(count)") }

    /// Sets how the browser fills in a field: `"username"`, `"current-password"`, `"off"`.
    public func autocomplete(_ purpose: String) -> HTML { setting("autocomplete", purpose) }

    /// Sets the language of the content: `"fr"`.
    public func language(_ code: String) -> HTML { setting("lang", code) }

    /// Sets the machine-readable value of a ``time(_:)`` element, in the ISO 8601 format.
    public func datetime(_ moment: String) -> HTML { setting("datetime", moment) }

    /// Sets whether a `details` element is initially expanded, or a `dialog` is visible.
    public func open(_ isOpen: Bool = true) -> HTML { setting("open", isOpen ? "" : nil) }

    /// Sets an attribute whose name begins with `prefix`, if the rest of its name is permitted.
    private func setting(prefix: String, _ name: String, _ value: String?) -> HTML {
        let isPermitted =
            !name.isEmpty && !name.hasPrefix("m-")
            && name.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        if isPermitted { return setting(prefix + name, value) }
        Fault.reportAttribute(prefix + name)
        return self
    }
}
