import Millrace

// What a browser makes of the value of a field before a person has edited it.

extension HTMLElement {
    /// Whether a browser shows the value of the field as this text, and sends it so in a form.
    ///
    /// A browser removes the line breaks from a line of text, and the spaces around an address. It moves a slider to a permitted
    /// number. This is no edit.
    func isShown(as text: String) -> Bool {
        guard let value = self["value"] else { return false }
        if text.hasSameBytes(as: value) { return true }
        if tag == .select || isRadioGroup { return false }
        if self["type"] == "range" { return isNearest(Double(text), to: value) }
        let isAddress = self["type"] == "email" || self["type"] == "url"
        return text.hasSameBytes(as: value.shown(inArea: tag == .textarea, withoutOuterSpaces: isAddress))
    }

    /// Whether a slider with this value moves to the number.
    private func isNearest(_ number: Double?, to value: String) -> Bool {
        guard let number, let value = Double(value) else { return false }
        let permitted = max(limit("min") ?? 0, min(value, limit("max") ?? 100))
        // A decimal number is not exact.
        return abs(number - permitted) <= (limit("step") ?? 1) / 2 * (1 + 1e-9)
    }

    private func limit(_ name: String) -> Double? { self[name].flatMap { Double($0) } }
}
