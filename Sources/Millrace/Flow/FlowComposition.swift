extension Flow {
    /// Performs this flow, and `next` when all of it has ended, its asynchronous effects too.
    ///
    /// `next` is not performed when this flow failed (a command's failure), was cancelled or was discarded, unless
    /// `evenAfterFailure`; the failure is still thrown by the receipt. When the receipt is cancelled, nothing follows.
    @inlinable
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        Flow(node.then(next.node, evenAfterFailure: evenAfterFailure))
    }

    /// Performs this flow, and `other` right after, without waiting for either to end.
    @inlinable
    public func and(_ other: Flow) -> Flow {
        if isNone { return other }
        return other.isNone ? self : Flow(node.and(other.node))
    }

    /// Performs the flows in order, none waiting for another to end.
    @inlinable
    public static func merge(_ flows: [Flow]) -> Flow {
        if flows.count == 2 { return flows[0].and(flows[1]) }
        return Flow(FlowNode.merge(flows.map(\.node)))
    }

    /// Performs the flows one after the other, each when the one before has ended; the first failure stops the rest.
    @inlinable
    public static func sequence(_ flows: [Flow]) -> Flow {
        flows.reduce(.none) { $0.then($1) }
    }
}
