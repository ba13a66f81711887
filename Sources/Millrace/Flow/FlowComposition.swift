extension Flow {
    /// Performs this flow. Performs `next` when everything in this flow has ended, including its asynchronous effects.
    ///
    /// If a command of this flow fails, or an effect is cancelled or discarded, `next` is performed only if `evenAfterFailure`
    /// is `true`. The receipt throws the failure in both cases. If the receipt is cancelled, `next` is not performed.
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        Flow(node.then(next.node, evenAfterFailure: evenAfterFailure))
    }

    /// Starts this flow, then `other`. They run concurrently.
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
    public static func sequence(_ flows: [Flow]) -> Flow {
        flows.reduce(.none) { $0.then($1) }
    }

    /// Gives this flow an id and a policy, as ``execute(_:as:id:policy:retry:timeout:onCancel:)`` does for one command.
    ///
    /// ```swift
    /// return .execute(Upload(draft), as: Action.uploaded).then(.send(.refresh)).id("sync", policy: .latest)
    /// ```
    ///
    /// ``cancel(_:)-(AnyHashable)`` with the id, and a later flow or command with the id and `.latest`, cancel all effects of
    /// this flow. Its later links are then not performed, not even those with `evenAfterFailure`. Messages that are already in
    /// the queue are still processed. The receipt throws `CancellationError`.
    ///
    /// The flow ends when all its commands, delays and links have ended. Effects that its messages cause in a reducer do not
    /// belong to it, as for a single command. Only a link waits for them, before the next link is performed.
    ///
    /// A flow can have several ids: `flow.id("sync").id("network")`. Each of them cancels it. If an effect within the flow has
    /// the same id as the flow, its policy does not count the flow itself: `.latest` and `.first` ignore it, and `.queue` and
    /// `.limit` do not wait.
    ///
    /// - Parameters:
    ///   - id: Identifies the flow for ``cancel(_:)-(AnyHashable)`` and for `policy`.
    ///   - policy: How the flow and the effects with the same id affect each other. Defaults to `.concurrent`. A flow that has
    ///     to wait is performed later as a whole. A discarded flow is not performed. Its first commands send their `onCancel`
    ///     actions, in order, and the receipt throws `CancellationError`.
    @inlinable
    public func id(_ id: AnyHashable, policy: Policy = .concurrent) -> Flow {
        isNone && policy == .concurrent ? self : Flow(.group(GroupNode(.plain, node, id: id, policy: policy)))
    }

    /// Starts all flows in order. The first flow that ends cancels the others.
    ///
    /// ```swift
    /// return .race([.execute(Fetch(), as: Action.fetched), .after(.seconds(10), .send(.tooLate))])
    /// ```
    ///
    /// A flow ends when all its commands, delays and links have ended: with success, with a failure, or because it was cancelled
    /// or discarded. The end of its last command cancels the other flows before the command's last event is reduced. The receipt
    /// throws what it throws for the flow that ended first. Failures and cancellations of the others do not count.
    ///
    /// All flows start before the first answer of a handler is processed. A flow without effects, such as `.none` or `.send`,
    /// ends at once. The flows after it are then not performed. A race without flows does nothing.
    @inlinable
    public static func race(_ flows: [Flow]) -> Flow {
        flows.count > 1 ? Flow(.group(.race, of: flows.map(\.node))) : flows.first ?? .none
    }

    /// Starts all flows in order. They run concurrently, and what follows in a sequence waits for all of them.
    ///
    /// - Parameters:
    ///   - flows: The flows.
    ///   - stopsAtFirstFailure: Whether the first flow that ends with a failure cancels the others. A flow that was cancelled or
    ///     discarded counts as a failure. The receipt throws the first failure. Defaults to `false`: the flow is equal to
    ///     ``merge(_:)``.
    @inlinable
    public static func all(_ flows: [Flow], stopsAtFirstFailure: Bool = false) -> Flow {
        stopsAtFirstFailure && flows.count > 1 ? Flow(.group(.all, of: flows.map(\.node))) : merge(flows)
    }
}
