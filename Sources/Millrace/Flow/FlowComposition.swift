extension Flow {
    /// Performs this flow, and `next` when all of it has ended, its asynchronous effects too.
    ///
    /// `next` is not performed when this flow failed (a command's failure), was cancelled or was discarded, unless
    /// `evenAfterFailure`; the failure is still thrown by the receipt. When the receipt is cancelled, nothing follows.
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        if isNone { return next }
        if next.isNone { return self }
        if evenAfterFailure { return joined([.init(node: next.node, evenAfterFailure: true)]) }
        return joined(next.following)
    }

    /// Performs this flow, and `other` right after, without waiting for either to end.
    public func and(_ other: Flow) -> Flow {
        if isNone { return other }
        return other.isNone ? self : Flow(node.and(other.node))
    }

    /// Performs the flows in order, none waiting for another to end.
    public static func merge(_ flows: [Flow]) -> Flow {
        if flows.count == 2 { return flows[0].and(flows[1]) }
        let elements = flows.flatMap { $0.node.merged }
        if elements.count > 1 { return Flow(.merge(FlowList(elements))) }
        return flows.first { !$0.isNone } ?? .none
    }

    /// Performs the flows one after the other, each when the one before has ended; the first failure stops the rest.
    public static func sequence(_ flows: [Flow]) -> Flow {
        flows.reduce(.none) { $0.then($1) }
    }

    /// The flow with links behind its own.
    private func joined(_ links: [FlowList.Element]) -> Flow {
        if case .node(.sequence(let list)) = storage { return Flow(.sequence(list.appending(links))) }
        let own = FlowList.Element(node: node)
        return Flow(.sequence(links.count == 1 ? FlowList(own, links[0]) : FlowList([own] + links)))
    }

    /// Its links, to append to others; a sequence that cleans up after its own failures stays one link.
    private var following: [FlowList.Element] {
        if case .node(.sequence(let list)) = storage, !list.elements.contains(where: \.evenAfterFailure) {
            return list.elements
        }
        return [.init(node: node)]
    }
}
