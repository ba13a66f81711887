/// The checksum of the nodes of a page, by which the script notices that a browser extension has changed the document before
/// the script started.
///
/// It contains the elements, their references and their texts, in the order of the document. The script computes the same one,
/// with FNV-1a over UTF-8.
struct NodeChecksum {
    private(set) var value: UInt32 = 0x811C_9DC5

    /// Adds a text node.
    mutating func add(text: String) {
        add("#")
        add(text)
    }

    /// Begins an element.
    mutating func begin(_ tag: HTMLTag) {
        add("<")
        add(tag.rawValue)
    }

    /// Adds an attribute, if it contains the reference of a control or the value of a field.
    mutating func add(_ name: String, _ value: String) {
        switch name {
        case "name", "value", "data-r", "data-m-on":
            add(" ")
            add(name)
            add("=")
            add(value)
        default: break
        }
    }

    /// Ends the attributes of an element.
    mutating func endTag() { add(">") }

    /// Ends an element.
    mutating func endElement() { add("</") }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
    }
}
