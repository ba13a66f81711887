extension EffectMachine {
    /// A flow, or a link of a sequence, that the runner performs now.
    ///
    /// Its scope and its group stay open until the runner calls ``didPerform(_:)``.
    package struct Part: Equatable, Sendable {
        /// The runner's handle of the flow.
        package let flow: Int32
        /// The index of the link, if the flow is a sequence; `nil` if the whole flow is performed.
        package var link: Int32?
        /// The scope of the flow's messages and effects; 0 for none.
        package let scope: Int32
        /// The group of the flow's effects; `none` if they belong to none.
        package let group: EffectHandle
        /// Whether an earlier link of the sequence has failed. Most links are not performed then.
        package var isAfterFailure = false
        /// Whether the machine no longer refers to the flow.
        package var isLast = true
    }

    /// Ends the performance of a part. Releases its scope and its group.
    ///
    /// - Returns: Whether the part was a link that has ended. The runner then calls ``proceed(after:continues:)`` at once.
    package mutating func didPerform(_ part: Part) -> Bool {
        if part.isLast {
            release(part.group)
            release(part.scope)
            return false
        }
        // If the link has not ended, the outer scope waits for the link only. If it has ended, `proceed` retains the outer scope.
        let outer = scopes[part.scope].parent
        if outer != 0 { scopes[outer].open -= 1 }
        scopes[part.scope].open -= 1
        return scopes[part.scope].open == 0
    }

    // MARK: Sequences

    /// Starts a sequence, whose links are performed one after the other.
    ///
    /// - Parameters:
    ///   - flow: The runner's handle of the sequence.
    ///   - count: The number of links.
    ///   - group: The group of the sequence. It does not end before the sequence.
    /// - Returns: The first link; `nil` if the scope was cancelled. The sequence is discarded then.
    package mutating func startSequence(
        _ flow: Int32, count: Int32, scope: Int32, group: EffectHandle = .none
    ) -> Part? {
        if isCancelled(scope: scope) { return nil }
        retain(scope)
        retain(group)
        return nextLink(of: flow, 0, count, scope, group, hasFailed: false)
    }

    /// Frees a link of a sequence that has ended. If the link has failed, the scope of the sequence fails too.
    ///
    /// - Parameter continues: Whether the sequence continues. If not, it ends.
    /// - Returns: The next link; `nil` if the sequence has ended.
    package mutating func proceed(after scope: Int32, continues: Bool = true) -> Part? {
        remove(scope)
        // The properties of a freed scope keep their values until its number is reused.
        let link = scopes[scope]
        return nextLink(
            of: link.sequence, continues ? link.next : link.count, link.count, link.parent, link.group,
            hasFailed: link.hasFailed || link.hasFailedBefore)
    }

    /// Opens the scope of the next link of a sequence. The last link needs no scope of its own: it ends with the sequence.
    private mutating func nextLink(
        of flow: Int32, _ index: Int32, _ count: Int32, _ outer: Int32, _ group: EffectHandle, hasFailed: Bool
    ) -> Part? {
        guard index < count, !isCancelled(scope: outer), isOpen(group) else {
            emit(.release(flow))
            release(group)
            release(outer)
            return nil
        }
        let isLast = index == count - 1
        let scope = isLast ? outer : openScope(parent: outer)
        if !isLast {
            (scopes[scope].sequence, scopes[scope].next, scopes[scope].count) = (flow, index + 1, count)
            (scopes[scope].group, scopes[scope].hasFailedBefore) = (group, hasFailed)
        }
        return Part(flow: flow, link: index, scope: scope, group: group, isAfterFailure: hasFailed, isLast: isLast)
    }

    /// The runner's handle of the sequence that continues after a scope; `nil` if the scope is not one of a link.
    package func sequence(of scope: Int32) -> Int32? { scopes[scope].sequence < 0 ? nil : scopes[scope].sequence }

    // MARK: Groups

    /// Opens a group that need not wait.
    ///
    /// - Returns: The flow of the group; `nil` if the group waits, has ended, or was already opened.
    package mutating func open(_ group: EffectHandle) -> Part? {
        guard isLive(group), effects[group.slot].stage == .requested else { return nil }
        effects[group.slot].stage = .running
        // The flow may cancel its group, which then releases the scope.
        retain(effects[group.slot].scope)
        retain(group)
        return Part(flow: effects[group.slot].flow, scope: effects[group.slot].scope, group: group)
    }

    // MARK: Throttles

    /// The decision about a flow of a throttle.
    package enum Throttling: Equatable {
        /// No interval is running: perform the flow, then call ``EffectMachine/startInterval(_:)``.
        case perform(Part)
        /// The flow waits for the end of the interval.
        case wait
        /// The flow is discarded, like an effect that does not start.
        case discard
    }

    /// Decides about a flow of a throttle. While an interval is running, the newest flow waits for its end, and other flows are
    /// discarded.
    ///
    /// - Parameters:
    ///   - request: The interval. Its `flow` is the handle of the flow.
    ///   - keepsLatest: Whether the newest flow is performed at the end of the interval.
    package mutating func throttle(_ request: Request, keepsLatest: Bool) -> Throttling {
        let queue = queue(request.store, request.name)
        if queue < 0 {
            let group = request.group < 0 ? EffectHandle.none : handle(request.group)
            retain(request.scope)
            retain(group)
            return .perform(Part(flow: request.flow, scope: request.scope, group: group))
        }
        guard keepsLatest, !isCancelled(scope: request.scope) else {
            refuse(request)
            return .discard
        }
        let interval = queues[queue].members.first
        replaceWaitingFlow(of: interval, by: request.flow, scope: request.scope, group: request.group)
        return .wait
    }

    /// Starts the interval of a throttle whose flow was performed. The interval has no scope, so no receipt waits for it.
    ///
    /// - Returns: The interval; `nil` if the flow contained a throttle with the same name, which has started the interval.
    package mutating func startInterval(_ request: Request) -> EffectHandle? {
        if isInUse(request.name, of: request.store) { return nil }
        var interval = request
        (interval.flow, interval.scope, interval.group) = (-1, 0, -1)
        return start(interval)
    }
}
