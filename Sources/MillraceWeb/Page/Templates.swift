import Millrace

/// Writes nodes for the browser. Keyed elements and scenes with the same structure share a template, which is sent
/// once.
///
/// The first element of a structure defines the template: its elements, attribute names and values. For further
/// elements, only the values that differ are sent.
struct Templates {
    private struct Template {
        let number: Int
        let values: [String]
    }

    /// The maximum number of templates. Elements of further structures are sent in full.
    static let maxCount = 64
    /// The maximum length of a template's values in bytes. Longer elements are sent in full, because the page keeps its templates.
    static let maxBytes = 16_000

    private var known: [Int: Template] = [:]
    /// The JSON definitions of all templates.
    private(set) var definitions: [String] = []
    /// The number of bytes in all templates.
    private(set) var bytes = 0

    /// Writes a node.
    ///
    /// - Parameter newDefinitions: Receives the definitions of new templates.
    mutating func write(_ node: HTMLNode, to json: inout JSONWriter, newDefinitions: inout [String]) {
        switch node.content {
        case .text(let text): json.string(text)
        case .rows(let rows):
            for node in rows.flatNodes {
                json.separate()
                write(node, to: &json, newDefinitions: &newDefinitions)
            }
        case .element(let element):
            if node.isKeyed || element.scene != nil {
                writeInstance(of: element, to: &json, newDefinitions: &newDefinitions)
            } else {
                json.writeElement(element) { write($0, to: &$1, newDefinitions: &newDefinitions) }
            }
        }
    }

    private mutating func writeInstance(
        of element: HTMLElement, to json: inout JSONWriter, newDefinitions: inout [String]
    ) {
        var shape = Shape()
        shape.add(element)
        let key = shape.finish()
        guard let template = known[key] ?? define(key, shape, element, &newDefinitions) else {
            return json.writeElement(element) { write($0, to: &$1, newDefinitions: &newDefinitions) }
        }
        json.raw("[\(template.number),[")
        for (index, value) in shape.values.enumerated() where !value.hasSameBytes(as: template.values[index]) {
            json.separate()
            json.raw("\(index),")
            json.string(value)
        }
        for (index, run) in shape.slots where !run.isEmpty {
            json.separate()
            json.raw("\(index),[")
            for node in run {
                json.separate()
                write(node, to: &json, newDefinitions: &newDefinitions)
            }
            json.raw("]")
        }
        json.raw("]]")
    }

    private mutating func define(
        _ key: Int, _ shape: Shape, _ element: HTMLElement, _ newDefinitions: inout [String]
    ) -> Template? {
        let length = shape.values.reduce(0) { $0 + $1.utf8.count }
        if known.count >= Self.maxCount || length > Self.maxBytes { return nil }
        let template = Template(number: known.count + 1, values: shape.values)
        known[key] = template
        var json = JSONWriter()
        json.raw("\"\(template.number)\":")
        json.template(of: element)
        definitions.append(json.text)
        bytes += length + json.text.utf8.count
        newDefinitions.append(json.text)
        return template
    }
}

/// The structure of an element as a hash, and its values in order.
private struct Shape {
    private var hasher = Hasher()
    /// The values by index. A slot has an empty value.
    private(set) var values: [String] = []
    private(set) var slots: [(index: Int, nodes: ArraySlice<HTMLNode>)] = []

    mutating func add(_ element: HTMLElement) {
        hasher.combine(element.tag)
        for attribute in element.drawnAttributes {
            hasher.combine(attribute.name)
            values.append(attribute.value)
        }
        hasher.combine(-1)
        for part in element.parts {
            switch part {
            case .node(let node):
                if let element = node.element {
                    add(element)
                } else if case .text(let text) = node.content {
                    hasher.combine(-2)
                    values.append(text)
                }
            case .run(let nodes):
                hasher.combine(-3)
                slots.append((values.count, nodes))
                values.append("")
            }
        }
        hasher.combine(-4)
    }

    func finish() -> Int { hasher.finalize() }
}

extension HTMLElement {
    fileprivate enum Part {
        case node(HTMLNode)
        /// Adjacent keyed children or scenes, whose number may vary.
        case run(ArraySlice<HTMLNode>)
    }

    fileprivate var parts: [Part] {
        let children = flatChildren
        var parts: [Part] = []
        var index = 0
        while index < children.count {
            if isInRun(children[index]) {
                let end = children[index...].firstIndex { !isInRun($0) } ?? children.count
                parts.append(.run(children[index..<end]))
                index = end
            } else {
                parts.append(.node(children[index]))
                index += 1
            }
        }
        return parts
    }

    private func isInRun(_ node: HTMLNode) -> Bool {
        node.element.map { node.isKeyed || $0.scene != nil } ?? false
    }
}

extension JSONWriter {
    /// Writes an element with its children.
    fileprivate mutating func writeElement(_ element: HTMLElement, _ child: (HTMLNode, inout JSONWriter) -> Void) {
        begin(element)
        for node in element.flatChildren {
            raw(",")
            child(node, &self)
        }
        raw("]")
    }

    /// Writes an element as a template, with a slot for each run of keyed children.
    fileprivate mutating func template(of element: HTMLElement) {
        begin(element)
        for part in element.parts {
            raw(",")
            switch part {
            case .run: raw("{\"s\":1}")
            case .node(let node):
                if let element = node.element { template(of: element) }
                if case .text(let text) = node.content { string(text) }
            }
        }
        raw("]")
    }

    private mutating func begin(_ element: HTMLElement) {
        raw("[\"\(element.tag.rawValue)\",")
        attributes(element.drawnAttributes)
    }

    mutating func attributes(_ attributes: [HTMLAttribute]) {
        raw("{")
        for attribute in attributes {
            separate()
            string(attribute.name)
            raw(":")
            string(attribute.value)
        }
        raw("}")
    }
}
