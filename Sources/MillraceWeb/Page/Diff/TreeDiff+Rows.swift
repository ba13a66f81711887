// The rows of loops over equatable values. Rows with equal values are neither created nor compared.
extension TreeDiff {
    /// Draws rows that are not in the page.
    mutating func drawn(_ rows: HTMLRows, _ node: HTMLNode) -> HTMLNode {
        // Rows that are drawn elsewhere are copied. Rows that were removed from the page are created again.
        let rows = rows.isComplete ? rows.mapped() : rows
        rows.renderAll()
        let outerPosition = position
        if discarded != nil { position = DiscardedTree.position(ofRows: node, in: position) }
        for index in 0..<rows.count {
            let row = HTMLNode(
                identity: rows.source.identity(index), isKeyed: true, .element(rows.rows[index].element!))
            rows.setElement(drawn(row).element, at: index)
        }
        position = outerPosition
        rows.finishDrawing()
        register(rows)
        return HTMLNode(identity: node.identity, isKeyed: node.isKeyed, .rows(rows))
    }

    private mutating func register(_ rows: HTMLRows) {
        if let scene { references.add(rows, in: scene, group) }
        drawnRows.append(rows)
    }

    /// Writes the changes of a loop's rows, whose first node has the index `start` in the element.
    mutating func changeRows(_ old: HTMLRows, to new: HTMLRows, at start: Int) {
        if new.base !== old { new.renderAll() }
        let oldNodes = oldNodes(old, new)
        var newNodes = newNodes(new)
        let first = start + new.prefix
        let childDiff = ChildDiff(oldNodes, newNodes)
        if !ChildDiff.areSame(oldNodes, newNodes) {
            beginOperation("c")
            operations.raw(",[")
            for step in childDiff.steps() { write(step, from: first, oldNodes, &newNodes) }
            operations.raw("]]")
        }
        for (index, oldIndex) in childDiff.oldIndices.enumerated() {
            guard let oldIndex, let element = newNodes[index].element else { continue }
            if element.isDrawn, element !== oldNodes[oldIndex].element {
                newNodes[index].content = .element(HTMLElement(element))
            }
            path.append(first + index)
            change(oldNodes[oldIndex], to: newNodes[index])
            path.removeLast()
        }
        for (index, node) in newNodes.enumerated() {
            if let element = node.element { new.setElement(element, at: index) }
        }
        new.takeOver()
        references.remove(old)
        old.discard()
        register(new)
    }

    /// Returns the old rows that are compared. An equal row is an empty text, which is the same in both lists.
    private mutating func oldNodes(_ old: HTMLRows, _ new: HTMLRows) -> [HTMLNode] {
        let kept = Set(new.sources.compactMap { $0 })
        return (new.prefix..<(old.count - new.suffix)).map { index in
            let identity = old.source.identity(index)
            if kept.contains(index) { return HTMLNode(identity: identity, isKeyed: true, .text("")) }
            guard let element = expand(old, index) else {
                // No new row is a text with this identity.
                return HTMLNode(identity: ~identity, .text("removed"))
            }
            return HTMLNode(identity: identity, isKeyed: true, .element(element))
        }
    }

    private func newNodes(_ new: HTMLRows) -> [HTMLNode] {
        new.sources.indices.map { offset in
            let identity = new.source.identity(new.prefix + offset)
            guard new.sources[offset] == nil, let element = new.rows[offset].element else {
                return HTMLNode(identity: identity, isKeyed: true, .text(""))
            }
            return HTMLNode(identity: identity, isKeyed: true, .element(element))
        }
    }

    /// Returns the element of an old row, with entries for its controls.
    private mutating func expand(_ rows: HTMLRows, _ index: Int) -> HTMLElement? {
        guard let scene else { return rows.element(at: index) }
        let row = rows.rows[index]
        let element = rows.element(at: index)
        if row.element == nil { references.restore(row.references, of: element, in: scene, group) }
        return element
    }

    private mutating func write(
        _ step: ChildDiff.Step, from first: Int, _ old: [HTMLNode], _ new: inout [HTMLNode]
    ) {
        operations.separate()
        switch step {
        case .remove(let index, let removed, let count):
            for oldIndex in removed { retire(old[oldIndex]) }
            operations.raw("[\"-\",\(first + index),\(count)]")
        case .insert(let range, let place):
            operations.raw("[\"+\",\(first + place),[")
            for index in range {
                new[index] = drawn(new[index])
                operations.separate()
                templates.write(new[index], to: &operations, newDefinitions: &newDefinitions)
            }
            operations.raw("]]")
        case .move(let from, let to): operations.raw("[\">\",\(first + from),\(first + to)]")
        }
    }

    /// Retires the controls of rows that are removed.
    mutating func retire(_ rows: HTMLRows) {
        for index in rows.rows.indices where !rows.rows[index].references.isEmpty || rows.rows[index].element != nil {
            if let element = expand(rows, index) { retire(HTMLNode(element)) }
        }
        references.remove(rows)
        rows.discard()
    }
}
