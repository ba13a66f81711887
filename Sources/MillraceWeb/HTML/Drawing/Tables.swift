/// Creates a `table`. Rows outside of a ``thead(_:)``, ``tbody(_:)`` or ``tfoot(_:)`` get a `tbody`, as in a browser.
public func table<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    HTML(HTMLElement("table", [], groupingRows(content().nodes)))
}

/// Creates a `caption`: the title of a table.
public func caption<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("caption", content)
}

/// Creates a `colgroup`: the columns of a table, each an `element("col")`.
public func colgroup<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("colgroup", content)
}

/// Creates a `thead`: the head of a table.
public func thead<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("thead", content) }

/// Creates a `tbody`: rows of a table.
public func tbody<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("tbody", content) }

/// Creates a `tfoot`: the foot of a table, such as a row of sums.
public func tfoot<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("tfoot", content) }

/// Creates a `tr`: a row of a table.
public func tr<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("tr", content) }

/// Creates a `th`: a header cell of a table. ``HTML/scope(_:)`` says which cells it heads.
public func th<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("th", content) }

/// Creates a `td`: a cell of a table.
public func td<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("td", content) }

extension HTML {
    /// Sets the cells that a header cell heads.
    public func scope(_ scope: HeaderScope) -> HTML { setting("scope", scope.rawValue) }

    /// Sets how the table is sorted by the column of this header cell. Put a button into the cell that sorts the rows.
    public func sorted(_ order: SortOrder) -> HTML { setting("aria-sort", order.rawValue) }

    /// Sets the number of columns that a cell spans.
    public func columns(_ count: Int) -> HTML { setting("colspan", "\(count)") }

    /// Sets the number of rows that a cell spans.
    public func spanningRows(_ count: Int) -> HTML { setting("rowspan", "\(count)") }
}

/// Puts adjacent rows into a `tbody`. A parser does the same, so the document and the page have the same elements.
private func groupingRows(_ nodes: [HTMLNode]) -> [HTMLNode] {
    func isRow(_ node: HTMLNode) -> Bool {
        if case .rows = node.content { true } else { node.element?.tag == "tr" }
    }
    guard nodes.contains(where: isRow) else { return nodes }
    return nodes.indices.reduce(into: []) { grouped, index in
        guard isRow(nodes[index]) else { return grouped.append(nodes[index]) }
        if index > 0, isRow(nodes[index - 1]) { return }
        let rows = Array(nodes[index...].prefix(while: isRow))
        let count = grouped.count { $0.element?.tag == "tbody" }
        grouped.append(HTMLNode(identity: .max - UInt64(count), .element(HTMLElement("tbody", [], rows))))
    }
}
