extension HTMLNode {
    /// Whether the node contains rows that can be skipped.
    var hasRows: Bool {
        switch content {
        case .text: false
        case .element(let element): element.hasRows
        case .rows: true
        }
    }

    /// The number of nodes that a browser creates for this one among its siblings.
    var width: Int { if case .rows(let rows) = content { rows.count } else { 1 } }

    /// Returns the node with all rows as separate nodes.
    func withoutRows() -> [HTMLNode] {
        switch content {
        case .rows(let rows): return rows.plainNodes()
        case .element(let element) where element.hasRows:
            let copy = HTMLElement(element)
            copy.setChildren(element.children.flatMap { $0.withoutRows() })
            return [HTMLNode(identity: identity, isKeyed: isKeyed, .element(copy))]
        default: return [self]
        }
    }
}

extension HTMLElement {
    /// Whether the element can be created again when it is needed. The page must know regions and dismiss controls.
    var canBeRow: Bool { region == nil && !hasRegion && !hasDismissControl }

    /// Collects the references of all controls. Returns whether the element can be created again from its value.
    func collectReferences(_ references: inout [ControlReference]) -> Bool {
        if let reference { references.append(reference) }
        var isSimple = control == nil || control?.kind == .press || control?.kind == .events
        for child in children where child.element != nil {
            if child.element?.collectReferences(&references) == false { isSimple = false }
        }
        return isSimple
    }

    /// Returns the element with the references that it had when it was drawn.
    func recreated(_ references: inout ArraySlice<ControlReference>) -> HTMLElement {
        let element = isDrawn ? HTMLElement(self) : self
        element.isDrawn = true
        element.reference = usableControl == nil ? nil : references.popFirst()
        for (index, child) in element.children.enumerated() {
            guard let inner = child.element else { continue }
            let new = inner.recreated(&references)
            if new !== inner {
                element.children[index] = HTMLNode(identity: child.identity, isKeyed: child.isKeyed, .element(new))
            }
        }
        return element
    }
}
