import Millrace

/// A one-line description of a value, similar to Swift source, of at most 160 characters.
///
/// Stops at the limit, so describing a collection with ten thousand elements is as fast as describing a short one.
func shortDescription(of value: Any) -> String {
    var writer = ShortDescription()
    writer.write(value)
    return writer.text
}

/// The complete Swift source of an expression for the value, with type names and memberwise initializers.
///
/// `written` overrides the source for values of some types.
func swiftSource(of value: Any, _ written: [ObjectIdentifier: (Any) -> String]) -> String {
    var writer = ShortDescription(limit: .max, written: written)
    writer.write(value)
    return writer.text
}

private struct ShortDescription {
    private(set) var text = ""
    private var isFull = false
    /// The maximum number of characters.
    private let limit: Int
    /// The source for values of some types. If it is not `nil`, the writer writes source instead of a description.
    private let written: [ObjectIdentifier: (Any) -> String]?

    init(limit: Int = 160, written: [ObjectIdentifier: (Any) -> String]? = nil) {
        (self.limit, self.written) = (limit, written)
    }

    private mutating func put(_ part: String) {
        if isFull { return }
        text += part
        guard text.count > limit else { return }
        text = text.prefix(limit) + "…"
        isFull = true
    }

    mutating func write(_ value: Any) {
        if isFull { return }
        if let write = written?[ObjectIdentifier(type(of: value))] { return put(write(value)) }
        if let string = value as? String ?? (value as? Substring).map(String.init)
            ?? (value as? Character).map(String.init)
        {
            return put((limit == .max ? string : String(string.prefix(limit + 1))).debugDescription)
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: if let held = mirror.children.first { write(held.value) } else { put("nil") }
        case .set where written != nil: putSorted(mirror.children.map { source(of: $0.value) })
        case .collection, .set: write(mirror.children, "[", "]")
        case .dictionary: writePairs(mirror.children)
        case .tuple: write(mirror.children, "(", ")")
        default:
            if isPlain(value, mirror), let value = value as? any CustomStringConvertible {
                return put(written == nil ? value.description : number(value.description))
            }
            if mirror.displayStyle == .enum { return writeCase(value, mirror) }
            if written != nil, let duration = value as? Duration { return put(source(ofDuration: duration)) }
            put(written == nil ? "\(type(of: value))" : typeName(type(of: value)))
            if mirror.displayStyle == .struct { write(mirror.children, "(", ")") }
        }
    }

    /// Whether the value is written as its `description`.
    ///
    /// In source, that is right only for values without children, such as numbers: a custom `description` need not be
    /// valid Swift.
    private func isPlain(_ value: Any, _ mirror: Mirror) -> Bool {
        written == nil || mirror.children.isEmpty && mirror.displayStyle != .enum && !(value is Duration)
    }

    private func source(of value: Any) -> String { swiftSource(of: value, written ?? [:]) }

    /// The source for the description of a number.
    private func number(_ description: String) -> String {
        switch description {
        case "inf": ".infinity"
        case "-inf": "-.infinity"
        case "nan": ".nan"
        default: description
        }
    }

    private func source(ofDuration duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return ".seconds(\(seconds))" }
        let milliseconds = duration / .milliseconds(1)
        if milliseconds == milliseconds.rounded() { return ".milliseconds(\(Int(milliseconds)))" }
        return ".nanoseconds(\(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))"
    }

    private mutating func write(_ children: Mirror.Children, _ open: String, _ close: String) {
        put(open)
        for (index, child) in children.enumerated() {
            if isFull { return }
            if index > 0 { put(", ") }
            // The label of an unnamed element begins with a dot, as in ".0".
            if let label = child.label, !label.hasPrefix(".") { put("\(label): ") }
            write(child.value)
        }
        put(close)
    }

    /// Writes elements in alphabetical order, so that the source is the same in every run.
    private mutating func putSorted(_ elements: [String]) {
        put("[" + elements.sorted().joined(separator: ", ") + "]")
    }

    private mutating func writePairs(_ children: Mirror.Children) {
        if children.isEmpty { return put("[:]") }
        if written != nil {
            return putSorted(
                children.map { pair in
                    Mirror(reflecting: pair.value).children.map { source(of: $0.value) }.joined(separator: ": ")
                })
        }
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
