extension Flow {
    /// Performs this flow. Performs `next` when everything in this flow has ended, including its asynchronous effects.
    ///
    /// If a command of this flow fails, or an effect is cancelled or discarded, `next` is performed only if `evenAfterFailure`
    /// is `true`. The receipt throws the failure in both cases. If the receipt is cancelled, `next` is not performed.
    @inlinable
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        Flow(node.then(next.node, evenAfterFailure: evenAfterFailure))
    }

    /// Starts this flow, then `other`. They run concurrently.
    @inlinable
    public func and(_ other: Flow) -> Flow {
        if isNone { return other }
        return other.isNone ? self : Flow(node.and(other.node))
    }

    /// Starts all flows in order. They run concurrently.
    @inlinable
    public static func merge(_ flows: [Flow]) -> Flow {
        if flows.count == 2 { return flows[0].and(flows[1]) }
        return Flow(FlowNode.merge(flows.map(\.node)))
    }

    /// Performs the flows in order, each when the previous one has ended. After a failure, the remaining flows are not
    /// performed.
    ///
    /// The Composable Architecture calls this `concatenate`.
    @inlinable
    public static func sequence(_ flows: [Flow]) -> Flow {
        flows.reduce(.none) { $0.then($1) }
    }
}
