import Millrace

/// The value on one line, much as one would write it in Swift, as far as anybody would read on: looking into a value of
/// ten thousand parts takes no longer than writing what is shown.
func brief(_ value: Any) -> String {
    var writer = BriefWriter()
    writer.write(value)
    return writer.text
}

private struct BriefWriter {
    private(set) var text = ""
    private var isFull = false
    private static let limit = 160

    private mutating func put(_ part: String) {
        if isFull { return }
        text += part
        guard text.count > Self.limit else { return }
        text = text.prefix(Self.limit) + "…"
        isFull = true
    }

    mutating func write(_ value: Any) {
        if isFull { return }
        if let string = value as? String { return put(String(string.prefix(Self.limit + 1)).debugDescription) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: if let held = mirror.children.first { write(held.value) } else { put("nil") }
        case .collection, .set: write(mirror.children, "[", "]")
        case .dictionary: writePairs(mirror.children)
        case .tuple: write(mirror.children, "(", ")")
        default:
            if let value = value as? any CustomStringConvertible { return put(value.description) }
            if mirror.displayStyle == .enum { return writeCase(value, mirror) }
            put("\(type(of: value))")
            if mirror.displayStyle == .struct { write(mirror.children, "(", ")") }
        }
    }

    private mutating func write(_ children: Mirror.Children, _ open: String, _ close: String) {
        put(open)
        for (index, child) in children.enumerated() {
            if isFull { return }
            if index > 0 { put(", ") }
            // An element without a name has a number for one, with a dot.
            if let label = child.label, !label.hasPrefix(".") { put("\(label): ") }
            write(child.value)
        }
        put(close)
    }

    private mutating func writePairs(_ children: Mirror.Children) {
        if children.isEmpty { return put("[:]") }
        put("[")
        for (index, child) in children.enumerated() {
            if isFull { return }
            if index > 0 { put(", ") }
            let pair = Array(Mirror(reflecting: child.value).children)
            write(pair[0].value)
            put(": ")
            write(pair[1].value)
        }
        put("]")
    }

    private mutating func writeCase(_ value: Any, _ mirror: Mirror) {
        put(".\(caseName(of: value))")
        guard let payload = mirror.children.first?.value else { return }
        if Mirror(reflecting: payload).displayStyle == .tuple { return write(payload) }
        put("(")
        write(payload)
        put(")")
    }
}
