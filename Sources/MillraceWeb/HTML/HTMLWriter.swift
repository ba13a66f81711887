/// Writes nodes as the source of a document, with every text and every value escaped.
struct HTMLWriter {
    private(set) var source = ""
    /// How many nodes a browser makes of it.
    private(set) var nodes = 0
    /// Where forms are sent without the script; no part of what is compared.
    let action: String
    /// The value of the `select` that is being written.
    private var selectedValue: String?

    init(action: String = "") { self.action = action }

    mutating func write(_ node: HTMLNode) {
        switch node.content {
        case .text(let text):
            nodes += 1
            escape(text)
        case .element(let element): write(element)
        }
    }

    private mutating func write(_ element: HTMLElement) {
        nodes += 1
        source += "<"
        source += element.tag.rawValue
        for attribute in element.drawnAttributes where !isContent(attribute, of: element) {
            write(attribute.name, attribute.value)
        }
        if element.tag == .form { write("action", element.reference.map { "\(action)&r=\($0)" } ?? action) }
        if element.tag == .option, let selectedValue, element["value"] == selectedValue { write("selected", "") }
        source += ">"
        if element.tag.isVoid { return }
        writeContent(of: element)
        source += "</"
        source += element.tag.rawValue
        source += ">"
    }

    /// What is no attribute in a document, though it is one here.
    private func isContent(_ attribute: HTMLAttribute, of element: HTMLElement) -> Bool {
        attribute.name == "value" && (element.tag == .textarea || element.tag == .select)
    }

    private mutating func writeContent(of element: HTMLElement) {
        switch element.tag {
        case .textarea:
            // A browser keeps it as the value of the field: it is no node of what is compared.
            writeText(element["value"] ?? "")
        case .pre:
            // A browser takes a line break away that stands first.
            if case .text(let text)? = element.children.first?.content, text.first == "\n" { source += "\n" }
            for child in element.children { write(child) }
        default:
            let outerValue = selectedValue
            if element.tag == .select { selectedValue = element["value"] }
            for child in element.children { write(child) }
            selectedValue = outerValue
        }
    }

    private mutating func writeText(_ text: String) {
        if text.first == "\n" { source += "\n" }
        escape(text)
    }

    private mutating func write(_ name: String, _ value: String) {
        source += " "
        source += name
        source += "=\""
        escape(value)
        source += "\""
    }

    /// Nothing in it can end a text or a value that stands in quotation marks, or begin anything.
    mutating func escape(_ text: String) {
        var rest = text.utf8[...]
        while let index = rest.firstIndex(where: Self.isSpecial) {
            source += String(rest[..<index])!
            source += Self.escaped(rest[index])
            rest = rest[rest.index(after: index)...]
        }
        source += String(rest)!
    }

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        // What no document may hold.
        case 0: "\u{FFFD}"
        // A browser would read another line break.
        default: "&#13;"
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0, 13: true
        default: false
        }
    }
}
