/// The loops of a view whose rows can be skipped, by their position in the view.
struct RowMemory {
    private var loops: [Int: HTMLRows] = [:]

    /// Compares the loops of an evaluated view with those of the former one, and creates the rows that differ. A loop
    /// whose rows cannot be skipped is replaced by separate elements.
    mutating func prepare(_ nodes: inout [HTMLNode], _ budget: HTMLBudget) {
        var new: [Int: HTMLRows] = [:]
        nodes = prepared(nodes, 0, depth: 1, budget, &new)
        loops = new
    }

    private func prepared(
        _ nodes: [HTMLNode], _ outer: Int, depth: Int, _ budget: HTMLBudget, _ new: inout [Int: HTMLRows]
    ) -> [HTMLNode] {
        nodes.flatMap { node -> [HTMLNode] in
            if !node.hasRows || budget.problem != nil { return [node] }
            var hasher = Hasher()
            hasher.combine(outer)
            hasher.combine(node.identity)
            let position = hasher.finalize()
            switch node.content {
            case .text: break
            case .rows(let rows):
                if rows.isPrepared || rows.prepare(loops[position], depth: depth, budget) {
                    new[position] = rows
                } else {
                    return rows.plainNodes().map { row in
                        _ = budget.add(nodes: 0, bytes: 0, depth: depth + (row.element?.depth ?? 0))
                        return row.withPosition(node.identity)
                    }
                }
            case .element(let element):
                let children = prepared(element.children, position, depth: depth + 1, budget, &new)
                // Only new elements contain rows that have not been prepared.
                if !element.isDrawn { element.setChildren(children) }
            }
            return [node]
        }
    }
}
