import MillraceModules

/// The kept part of a discarded tree: enough to draw the tree again with the same references, and to know whether a
/// browser still shows it.
struct DiscardedTree {
    struct Control {
        let reference: ControlReference
        /// The hash of the field's value.
        let value: Int
    }

    /// The hash of everything that the browser has received.
    let content: Int
    /// The controls by the hash of their position in the tree.
    private(set) var controls: [Int: Control] = [:]

    init(_ root: HTMLElement) {
        content = root.contentHash
        collect(HTMLNode(root), 0)
    }

    private mutating func collect(_ node: HTMLNode, _ outer: Int) {
        if case .rows(let rows) = node.content {
            let position = Self.position(ofRows: node, in: outer)
            for index in 0..<rows.count { collect(rows.node(at: index), position) }
        }
        guard let element = node.element else { return }
        let position = Self.position(of: node, element, in: outer)
        if let reference = element.reference, controls[position] == nil {
            controls[position] = Control(reference: reference, value: element.valueHash)
        }
        for child in element.children { collect(child, position) }
    }

    /// Removes and returns the control at a position.
    mutating func take(_ position: Int) -> Control? { controls.removeValue(forKey: position) }

    /// Returns the hash of the position of a loop's rows.
    static func position(ofRows node: HTMLNode, in outer: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(outer)
        hasher.combine(node.identity)
        return hasher.finalize()
    }

    /// Returns the hash of a position: of the identities on the way from the root.
    static func position(of node: HTMLNode, _ element: HTMLElement, in outer: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(outer)
        hasher.combine(node.identity)
        hasher.combine(element.tag)
        hasher.combine(element["type"])
        hasher.combine(element.scene?.number)
        return hasher.finalize()
    }
}

extension HTMLElement {
    /// The hash of the element as a browser receives it, with its descendants.
    var contentHash: Int {
        var hasher = Hasher()
        combine(into: &hasher)
        return hasher.finalize()
    }

    private func combine(into hasher: inout Hasher) {
        hasher.combine(tag)
        for attribute in drawnAttributes {
            hasher.combine(attribute.name)
            hasher.combine(bytesOf: attribute.value)
        }
        hasher.combine(children.count)
        for child in children {
            switch child.content {
            case .text(let text): hasher.combine(bytesOf: text)
            case .element(let element): element.combine(into: &hasher)
            case .rows(let rows):
                hasher.combine(rows.count)
                for index in 0..<rows.count { hasher.combine(rows.contentHash(at: index)) }
            }
        }
    }

    /// The hash of the value, if the element is a field.
    var valueHash: Int {
        guard isField else { return 0 }
        var hasher = Hasher()
        for value in [self["value"], self["checked"]] {
            hasher.combine(value == nil)
            hasher.combine(bytesOf: value ?? "")
        }
        return hasher.finalize()
    }
}
