/// The rows of a loop over equatable values. Each row is one element.
///
/// Before it is drawn, it has elements only for the rows that differ from those of its `base`: the drawn rows of the
/// former evaluation at the same position. After drawing, a row is compact: only its references and a hash are kept. Its
/// element is created again from its value when it is needed.
final class HTMLRows {
    struct Row {
        /// The element. `nil` if the row is compact, or if it is equal to a row of the base.
        var element: HTMLElement?
        /// The references of the controls, in the order of the elements.
        var references: [ControlReference] = []
        /// The hash of a compact row as the browser received it.
        var content = 0
        /// The size of the row.
        var (nodes, bytes): (Int32, Int32) = (0, 0)
        /// Whether the user has changed a field, so that the element differs from what the value creates.
        var isEdited = false
    }

    let source: RowSource
    private let transforms: [(Any) -> Any]
    /// The drawn rows that this object was compared with. `nil` after drawing.
    private(set) var base: HTMLRows?
    /// The numbers of rows at the start and at the end that are equal to those of the base.
    private(set) var (prefix, suffix) = (0, 0)
    /// The rows between. After drawing: all rows.
    private(set) var rows: [Row] = []
    /// For each row between, the index of the equal row of the base. `nil` if there is none.
    private(set) var sources: [Int?] = []
    /// Whether the rows have been compared with the base, or have elements.
    private(set) var isPrepared = false
    /// Whether the rows are or were part of the page.
    private(set) var isDrawn = false
    /// The size of all rows.
    private(set) var (nodes, bytes) = (0, 0)
    /// The part of the size that belongs to compact rows.
    private(set) var (compactNodes, compactBytes) = (0, 0)
    /// The rows that have elements since the last call of ``compact(_:)``.
    private var fresh: [Int] = []
    private var hasEdited = false

    init(_ source: RowSource, transforms: [(Any) -> Any] = []) {
        (self.source, self.transforms) = (source, transforms)
    }

    var count: Int { source.count }

    /// Whether the rows are drawn, and another evaluation has not taken them over.
    var isComplete: Bool { isDrawn && rows.count == count }

    /// Returns the same rows, not drawn, with transformed actions.
    func mapped(_ transform: ((Any) -> Any)? = nil) -> HTMLRows {
        HTMLRows(source, transforms: transforms + (transform.map { [$0] } ?? []))
    }

    // MARK: Evaluating

    /// Creates the nodes of a row.
    private func render(_ index: Int) -> [HTMLNode] {
        let nodes = transforms.reduce(source.render(index).nodes) { nodes, transform in
            nodes.map { $0.mapped(transform) }
        }
        return nodes.contains { $0.hasRows } ? nodes.flatMap { $0.withoutRows() } : nodes
    }

    /// Creates all rows as separate nodes.
    func plainNodes() -> [HTMLNode] {
        let budget = HTMLBudget.current
        var nodes: [HTMLNode] = []
        for index in 0..<count {
            if budget?.problem != nil { break }
            let (row, key) = (render(index), source.identity(index))
            nodes += row.enumerated().map { offset, node in node.keyed(key &+ UInt64(offset)) }
        }
        return nodes
    }

    /// Compares the values with those of the drawn rows, and creates the elements of the others.
    ///
    /// - Parameters:
    ///   - former: The rows of the former evaluation at this position.
    ///   - depth: The number of elements around the rows.
    /// - Returns: `false`, if a row is not a single element, or must be known to the page in advance.
    func prepare(_ former: HTMLRows?, depth: Int, _ budget: HTMLBudget) -> Bool {
        isPrepared = true
        let drawn = former.flatMap { $0.isDrawn ? $0 : $0.base }
        if let drawn, drawn.isComplete, let runs = source.equalRuns(drawn.source.values) {
            base = drawn
            (prefix, suffix) = drawn.unedited(runs.prefix, runs.suffix)
            sources = equalRows(of: drawn)
        } else {
            sources = Array(repeating: nil, count: count)
        }
        addKeptSize(budget)
        rows.reserveCapacity(sources.count)
        for (offset, source) in sources.enumerated() {
            if budget.problem != nil { return true }
            if source != nil {
                rows.append(Row(nodes: 0, bytes: 0))
                continue
            }
            let before = budget.used
            let content = render(prefix + offset)
            guard content.count == 1, let element = content[0].element, element.canBeRow else { return false }
            _ = budget.add(nodes: 0, bytes: 0, depth: depth + element.depth)
            let used = budget.used
            let size = (used.nodes - before.nodes, used.bytes - before.bytes)
            rows.append(Row(element: element, nodes: Int32(clamping: size.0), bytes: Int32(clamping: size.1)))
            (nodes, bytes) = (nodes + size.0, bytes + size.1)
        }
        return true
    }

    /// Counts the rows that are taken from the base.
    private func addKeptSize(_ budget: HTMLBudget) {
        guard let base else { return }
        (nodes, bytes) = (base.nodes, base.bytes)
        let kept = Set(sources.compactMap { $0 })
        for index in prefix..<(base.count - suffix) where !kept.contains(index) {
            nodes -= Int(base.rows[index].nodes)
            bytes -= Int(base.rows[index].bytes)
        }
        _ = budget.add(nodes: nodes, bytes: bytes)
    }

    /// Returns the runs without the rows that the user has edited.
    private func unedited(_ prefix: Int, _ suffix: Int) -> (Int, Int) {
        guard hasEdited else { return (prefix, suffix) }
        let first = rows.firstIndex { $0.isEdited } ?? count
        let last = rows.lastIndex { $0.isEdited } ?? -1
        return (min(prefix, first), min(suffix, count - 1 - last))
    }

    /// Finds equal rows with the same key between the runs. Rows whose key is not unique are not matched.
    private func equalRows(of base: HTMLRows) -> [Int?] {
        let (middle, old) = (prefix..<(count - suffix), prefix..<(base.count - suffix))
        var sources = [Int?](repeating: nil, count: middle.count)
        if middle.isEmpty || old.isEmpty { return sources }
        var places: [UInt64: Int?] = [:]
        for index in old {
            let key = base.source.identity(index)
            places.updateValue(places.keys.contains(key) ? nil : index, forKey: key)
        }
        var seen: [UInt64: Int] = [:]
        for index in middle {
            let key = source.identity(index)
            if let other = seen.updateValue(index, forKey: key) {
                sources[other - prefix] = nil
                continue
            }
            guard case let place?? = places[key], !base.rows[place].isEdited,
                source.isEqual(index, base.source.values, place)
            else { continue }
            sources[index - prefix] = place
        }
        return sources
    }

    /// Creates the elements of all rows, if they are not in the page at this position.
    func renderAll() {
        if isPrepared, base == nil, rows.count == count { return }
        let known = rows
        let isCompared = base != nil
        rows = (0..<count).map { index in
            if isCompared, index >= prefix, index < count - suffix, known[index - prefix].element != nil {
                return known[index - prefix]
            }
            return Row(element: singleElement(index), nodes: 1, bytes: 0)
        }
        (base, prefix, suffix, isPrepared) = (nil, 0, 0, true)
        sources = Array(repeating: nil, count: count)
    }

    /// Creates the element of a row. If its content differs from what the same value created before, it may have
    /// several nodes.
    private func singleElement(_ index: Int) -> HTMLElement {
        let nodes = render(index)
        if nodes.count == 1, let element = nodes[0].element { return element }
        return HTMLElement(.div, [], nodes)
    }

    // MARK: Drawn rows

    /// Replaces the element of a row that is being drawn.
    func setElement(_ element: HTMLElement?, at index: Int) { rows[index].element = element }

    /// Completes the drawing of rows that had no base.
    func finishDrawing() {
        (isDrawn, fresh) = (true, Array(rows.indices))
        sources = []
    }

    /// Takes over the equal rows of the base, which is no longer used.
    func takeOver() {
        guard let base else { return finishDrawing() }
        self.base = nil
        var all = base.rows
        base.rows = []
        (compactNodes, compactBytes) = (base.compactNodes, base.compactBytes)
        let kept = Set(sources.compactMap { $0 })
        for index in prefix..<(all.count - suffix) where !kept.contains(index) && all[index].element == nil {
            compactNodes -= Int(all[index].nodes)
            compactBytes -= Int(all[index].bytes)
        }
        // Edited rows are never equal, so no row is edited now.
        let middle = rows.enumerated().map { offset, row in sources[offset].map { all[$0] } ?? row }
        fresh = sources.indices.filter { sources[$0] == nil }.map { prefix + $0 }
        if middle.count == all.count - prefix - suffix {
            for (offset, row) in middle.enumerated() { all[prefix + offset] = row }
        } else {
            all.replaceSubrange(prefix..<(all.count - suffix), with: middle)
        }
        (rows, sources, isDrawn) = (all, [], true)
    }

    /// Marks the row whose field the user has changed.
    func setEdited(_ index: Int) {
        rows[index].isEdited = true
        hasEdited = true
    }

    /// Returns the index of the row that contains a control.
    func index(of reference: ControlReference) -> Int? {
        isComplete ? rows.firstIndex { $0.references.contains(reference) } : nil
    }

    /// Returns the element of a drawn row. Creates it again if the row is compact.
    ///
    /// - Returns: `nil`, if the same value no longer creates the element that was drawn.
    func element(at index: Int) -> HTMLElement? {
        let row = rows[index]
        if let element = row.element { return element }
        var rest = row.references[...]
        let element = singleElement(index).recreated(&rest)
        return rest.isEmpty && element.contentHash == row.content ? element : nil
    }

    /// Returns a drawn row as a node.
    func node(at index: Int) -> HTMLNode {
        HTMLNode(identity: source.identity(index), isKeyed: true, .element(element(at: index) ?? HTMLElement(.div)))
    }

    /// The nodes of all rows, drawn or not.
    var flatNodes: [HTMLNode] { isComplete ? (0..<count).map(node) : plainNodes() }

    /// The hash of a drawn row as the browser received it.
    func contentHash(at index: Int) -> Int { rows[index].element?.contentHash ?? rows[index].content }

    /// Makes a row compact, or notes the references of a row that needs its element.
    private func compact(_ index: Int, _ references: inout ControlReferences) {
        guard let element = rows[index].element else { return }
        var known: [ControlReference] = []
        let isSimple = element.collectReferences(&known)
        rows[index].references = known
        guard isSimple else { return }
        (rows[index].content, rows[index].element) = (element.contentHash, nil)
        compactNodes += Int(rows[index].nodes)
        compactBytes += Int(rows[index].bytes)
        for reference in known { references.removeCompact(reference) }
    }

    /// Makes the rows compact that were drawn last.
    func compact(_ references: inout ControlReferences) {
        guard isComplete else { return }
        for index in fresh { compact(index, &references) }
        fresh = []
    }

    /// Ends the use of rows that were removed from the page.
    func discard() { (rows, fresh) = ([], []) }
}
