extension Flow {
    /// Performs this flow, and then `next`, when everything in this flow has ended, including its asynchronous effects.
    ///
    /// If a command of this flow fails, or an effect is cancelled or discarded, `next` is performed only if `evenAfterFailure`
    /// is `true`. The receipt throws the failure in both cases. If the receipt is cancelled, `next` is not performed.
    @inlinable
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        Flow(node.then(next.node, evenAfterFailure: evenAfterFailure))
    }

    /// Performs this flow and then `other`, without waiting until this flow has ended.
    @inlinable
    public func and(_ other: Flow) -> Flow {
        if isNone { return other }
        return other.isNone ? self : Flow(node.and(other.node))
    }

    /// Performs the flows in order, each without waiting until the previous one has ended.
    @inlinable
    public static func merge(_ flows: [Flow]) -> Flow {
        if flows.count == 2 { return flows[0].and(flows[1]) }
        return Flow(FlowNode.merge(flows.map(\.node)))
    }

    /// Performs the flows in order, each when the previous one has ended. After a failure, the remaining flows are not
    /// performed.
    @inlinable
    public static func sequence(_ flows: [Flow]) -> Flow {
        flows.reduce(.none) { $0.then($1) }
    }
}
