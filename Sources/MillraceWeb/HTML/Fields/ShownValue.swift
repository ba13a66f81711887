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

extension String {
    /// The text as a browser shows it. It is changed byte by byte, because it can have megabytes.
    fileprivate func shown(inArea isArea: Bool, withoutOuterSpaces isTrimmed: Bool) -> String {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var last: UInt8 = 0
        for byte in utf8 {
            switch byte {
            // The page shows this character instead, because HTML forbids it.
            case 0: bytes += "\u{FFFD}".utf8
            case carriageReturn: if isArea { bytes.append(lineFeed) }
            case lineFeed: if isArea, last != carriageReturn { bytes.append(lineFeed) }
            default: bytes.append(byte)
            }
            last = byte
        }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0C }
        guard isTrimmed, let first = bytes.firstIndex(where: { !isSpace($0) }),
            let end = bytes.lastIndex(where: { !isSpace($0) })
        else { return isTrimmed ? "" : String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes[first...end], as: UTF8.self)
    }
}
