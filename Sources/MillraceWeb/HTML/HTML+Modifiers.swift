// What can be said of elements. Each changes the outermost elements of a piece; texts they leave alone.
extension HTML {
    /// Tells the elements apart from their siblings by `key`: among those, the element with the same key is the same one, and
    /// is moved, not made anew.
    public func key(_ key: some Hashable) -> HTML {
        var hasher = Hasher()
        hasher.combine(key)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        if nodes.count == 1 { return HTML([nodes[0].keyed(hash)]) }
        return HTML(nodes.enumerated().map { index, node in node.keyed(hash &+ UInt64(index)) })
    }

    /// Adds classes, with a space between them.
    public func `class`(_ names: String) -> HTML {
        changing { element in element["class"] = element["class"].map { "\($0) \(names)" } ?? names }
    }

    /// Adds classes where `isOn`.
    public func `class`(_ names: String, if isOn: Bool) -> HTML { isOn ? self.class(names) : self }

    /// Names the element within the page; the script keeps what was typed into a field with an id over a reload.
    public func id(_ name: String) -> HTML { setting("id", name) }

    /// What is shown when a pointer rests on it.
    public func title(_ text: String) -> HTML { setting("title", text) }

    /// What a screen reader says of it.
    public func role(_ role: String) -> HTML { setting("role", role) }

    /// Says `value` of it to screen readers: `aria("label", "Search")`. A name of other letters traps: it stands in the source.
    ///
    /// - Parameters:
    ///   - name: what follows `aria-`: small letters, digits and hyphens.
    ///   - value: what is said; `nil` takes it away.
    public func aria(_ name: StaticString, _ value: String?) -> HTML { setting("aria-\(checked(name))", value) }

    /// Says that something is so, or not so, of it to screen readers: `aria("pressed", isOn)`.
    public func aria(_ name: StaticString, _ value: Bool) -> HTML { aria(name, value ? "true" : "false") }

    /// Keeps a value with it for the style: `data("state", "saved")`. A name of other letters traps: it stands in the source.
    ///
    /// - Parameters:
    ///   - name: what follows `data-`: small letters, digits and hyphens.
    ///   - value: what is kept; `nil` takes it away.
    public func data(_ name: StaticString, _ value: String?) -> HTML { setting("data-\(checked(name))", value) }

    /// Does not show it, where `isHidden`.
    public func hidden(_ isHidden: Bool = true) -> HTML { setting("hidden", isHidden ? "" : nil) }

    /// Cannot be used, where `isDisabled`: the browser gets no reference either, so nothing can be sent.
    public func disabled(_ isDisabled: Bool = true) -> HTML { setting("disabled", isDisabled ? "" : nil) }

    /// The key that presses it, or puts the cursor into it: `"n"`, `"Escape"`, `"ArrowDown"`; several with spaces between.
    public func shortcut(_ keys: String) -> HTML { setting("aria-keyshortcuts", keys) }

    /// Gets the focus when the sheet or the page that it stands in comes.
    public func autofocus(_ isOn: Bool = true) -> HTML { setting("autofocus", isOn ? "" : nil) }

    /// What is shown in an empty field.
    public func placeholder(_ text: String) -> HTML { setting("placeholder", text) }

    /// How many characters a field takes; the application checks it all the same.
    public func maxLength(_ count: Int) -> HTML { setting("maxlength", "\(count)") }

    /// How many lines of a text are shown.
    public func rows(_ count: Int) -> HTML { setting("rows", "\(count)") }

    /// What a field is for, so that the browser can fill it in: `"username"`, `"current-password"`, `"off"`.
    public func autocomplete(_ purpose: String) -> HTML { setting("autocomplete", purpose) }

    /// The language of what is in it: `"fr"`.
    public func language(_ code: String) -> HTML { setting("lang", code) }

    /// The time that is meant, as in ISO 8601: of ``time(_:)``.
    public func datetime(_ moment: String) -> HTML { setting("datetime", moment) }

    /// How many columns a cell takes.
    public func columns(_ count: Int) -> HTML { setting("colspan", "\(count)") }

    /// Whether details are open to begin with.
    public func open(_ isOpen: Bool = true) -> HTML { setting("open", isOpen ? "" : nil) }

    private func setting(_ name: String, _ value: String?) -> HTML { changing { $0[name] = value } }

    private func checked(_ name: StaticString) -> String {
        let text = "\(name)"
        precondition(
            !text.isEmpty
                && text.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) },
            "“\(text)” is no name of an attribute: it may have small letters, digits and hyphens.")
        return text
    }
}
