/// Writes nodes as HTML, with all texts and values escaped.
struct HTMLWriter {
    private(set) var source = ""
    /// The checksum of the nodes that a browser creates from the HTML.
    private(set) var checksum = NodeChecksum()
    /// The different style declarations of the elements, in the order of the elements.
    private(set) var styles: [String] = []
    private var knownStyles: Set<String> = []
    /// The URL that forms are sent to without the script. It is not part of the diff.
    let action: String
    /// The value of the `select` element or the radio group that is being written.
    private var selectedValue: String?
    /// The name of the radio group that is being written.
    private var radioName: String?
    /// Whether the radio group that is being written requires a value.
    private var isRadioRequired = false
    /// Whether a page that another page covers is being written.
    private var isCovered = false
    /// The IDs of the elements that no page covers.
    private var visibleIDs: Set<String> = []
    /// The IDs of the elements of covered pages, and the positions of these attributes in the UTF-8 code of ``source``.
    private var coveredIDs: [(id: String, position: Int)] = []

    init(action: String = "") { self.action = action }

    mutating func write(_ node: HTMLNode) {
        switch node.content {
        case .text(let text):
            checksum.add(text: text)
            escape(text)
        case .element(let element): write(element)
        case .rows(let rows): for node in rows.flatNodes { write(node) }
        }
    }

    private mutating func write(_ element: HTMLElement) {
        begin(element)
        defer { checksum.endElement() }
        if element.tag.isVoid { return }
        writeContent(of: element)
        source += "</"
        source += element.tag.rawValue
        source += ">"
    }

    /// Writes the start tag of an element.
    mutating func begin(_ element: HTMLElement) {
        checksum.begin(element.tag)
        source += "<"
        source += element.tag.rawValue
        for attribute in element.drawnAttributes where !isContent(attribute, of: element) {
            if attribute.name == "id" { note(id: attribute.value) }
            write(attribute.name, attribute.value)
            if attribute.name == HTMLElement.styleAttribute, knownStyles.insert(attribute.value).inserted {
                styles.append(attribute.value)
            }
        }
        if element.tag == .form { write("action", element.reference.map { "\(action)&r=\($0)" } ?? action) }
        if let radioName, element["type"] == "radio" {
            write("form", "m-form")
            write("name", radioName)
            if element["value"] == selectedValue { write("checked", "") }
            if isRadioRequired { write("required", "") }
        }
        if element.tag == .option, element["selected"] == nil, let selectedValue, element["value"] == selectedValue {
            write("selected", "")
        }
        source += ">"
        checksum.endTag()
    }

    private mutating func note(id: String) {
        if isCovered {
            coveredIDs.append((id, source.utf8.count + 1))
        } else {
            visibleIDs.insert(id)
        }
    }

    /// The HTML, in which no element of a covered page has the ID of a visible element: it has the attribute `data-m-id` instead.
    ///
    /// Other elements of covered pages keep their IDs, because a style sheet can show a covered page beside the one that covers
    /// it.
    var sourceWithUniqueIDs: String {
        let positions = coveredIDs.filter { visibleIDs.contains($0.id) }.map(\.position)
        if positions.isEmpty { return source }
        var (html, last) = ("", source.startIndex)
        for position in positions {
            let index = source.utf8.index(source.startIndex, offsetBy: position)
            html += source[last..<index] + "data-m-"
            last = index
        }
        return html + source[last...]
    }

    /// Whether the attribute is written as content, because HTML has no such attribute.
    private func isContent(_ attribute: HTMLAttribute, of element: HTMLElement) -> Bool {
        attribute.name == "value" && element.isField && element.tag != .input
    }

    private mutating func writeContent(of element: HTMLElement) {
        switch element.tag {
        case .textarea:
            // A browser keeps the text of a `textarea` as its value. It is no node of the page.
            writeText(element["value"] ?? "")
        case .pre:
            // A browser ignores a line break at the start of a `pre`, so another one is written before it.
            if case .text(let text)? = element.children.first?.content, text.first == "\n" { source += "\n" }
            for child in element.children { write(child) }
        default:
            let outer = (selectedValue, radioName, isCovered)
            if element.isCoveredPage { isCovered = true }
            if element.tag == .select || element.isRadioGroup { selectedValue = element["value"] }
            if element.isRadioGroup {
                radioName = element.reference.map { "f\($0)" }
                isRadioRequired = element["required"] != nil
            }
            for child in element.children { write(child) }
            (selectedValue, radioName, isCovered) = outer
        }
    }

    private mutating func writeText(_ text: String) {
        if text.first == "\n" { source += "\n" }
        escape(text)
    }

    private mutating func write(_ name: String, _ value: String) {
        checksum.add(name, value)
        source += " "
        source += name
        source += "=\""
        escape(value)
        source += "\""
    }

    /// Writes escaped text. It can neither end a quoted value nor start an element.
    mutating func escape(_ text: String) { source.append(text, Self.escapes) }

    private static let escapes = ByteReplacements { byte in
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        // HTML forbids this character.
        case 0: "\u{FFFD}"
        // A browser would replace a carriage return by a line feed.
        case 13: "&#13;"
        default: nil
        }
    }
}

extension HTMLElement {
    /// Whether the element is the page of a module that another page covers.
    fileprivate var isCoveredPage: Bool { scene != nil && self["data-covered"] != nil }
}
