import Millrace

/// The value on one line, much as one would write it in Swift, as far as anybody would read on: looking into a value of
/// ten thousand parts takes no longer than writing what is shown.
func shortDescription(of value: Any) -> String {
    var writer = ShortDescription()
    writer.write(value)
    return writer.text
}

/// The value as Swift's source: all of it, with the names of types, and what is made of its parts by their names.
/// `written` says how values of some types are written instead.
func swiftSource(of value: Any, _ written: [ObjectIdentifier: (Any) -> String]) -> String {
    var writer = ShortDescription(limit: .max, written: written)
    writer.write(value)
    return writer.text
}

/// The name of a type with those of the types that it is within, without that of its module. What is private to a file
/// is called as it is called there.
func typeName(_ type: Any.Type) -> String {
    var name = String(reflecting: type)
    while let start = name.firstRange(of: "(unknown context at ")?.lowerBound,
        let end = name[start...].firstRange(of: ").")?.upperBound
    {
        name.removeSubrange(start..<end)
    }
    guard let dot = name.firstIndex(of: "."), !name[..<dot].contains("<") else { return name }
    return String(name[name.index(after: dot)...])
}

private struct ShortDescription {
    private(set) var text = ""
    private var isFull = false
    /// How much is written.
    private let limit: Int
    /// How values of some types are written; where it is there, what is written is source.
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

    /// Whether its description is how it is written: in source, what says itself how it is called does so for readers.
    private func isPlain(_ value: Any, _ mirror: Mirror) -> Bool {
        written == nil || mirror.children.isEmpty && mirror.displayStyle != .enum && !(value is Duration)
    }

    private func source(of value: Any) -> String { swiftSource(of: value, written ?? [:]) }

    /// What the description of a number is in source.
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
            // An element without a name has a number for one, with a dot.
            if let label = child.label, !label.hasPrefix(".") { put("\(label): ") }
            write(child.value)
        }
        put(close)
    }

    /// Elements in an order of their own, so that their source is the same in every run.
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
