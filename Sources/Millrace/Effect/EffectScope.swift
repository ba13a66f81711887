/// What a receipt, or a link of a sequence, waits for: it ends when every message, effect and scope in it has ended.
package struct EffectScope: Sendable {
    /// How many of its messages, effects and inner scopes have not ended; what opened it counts too.
    package var open: Int32 = 0
    /// The scope that ends after this one; 0 for none.
    package var parent: Int32 = 0
    /// The runner's handle of what follows when this link of a sequence has ended; -1 for a scope that is no link.
    package var rest: Int32 = -1
    /// Whether an earlier link of the sequence has failed.
    package var hasFailedBefore = false
    package var hasFailed = false
    package var isCancelled = false
    package internal(set) var effects = SlotList()
    package internal(set) var scopes = SlotList()
    package internal(set) var inParent = Links()

    package init() {}
}

extension EffectMachine {
    /// A link of a sequence that has ended.
    package struct Link: Equatable {
        /// The scope of the whole sequence, which the runner now holds and must release.
        package let parent: Int32
        package let rest: Int32
        /// Whether this link or one before it has failed or was cancelled.
        package let hasFailed: Bool
    }

    // MARK: Opening

    /// Opens a scope; whoever opens it must release it once.
    package mutating func openScope(parent: Int32 = 0) -> Int32 {
        let scope = freeScopes.popLast() ?? Int32(scopes.count)
        if scope == scopes.count { scopes.append(EffectScope()) }
        scopes[Int(scope)] = EffectScope()
        scopes[Int(scope)].open = 1
        if parent != 0 { join(scope, parent) }
        return scope
    }

    /// Makes a scope a part of another one, which then ends after it.
    package mutating func join(_ scope: Int32, _ parent: Int32) {
        scopes[Int(scope)].parent = parent
        scopes[Int(parent)].open += 1
        var siblings = scopes[Int(parent)].scopes
        siblings.append(scope, in: &scopes, \.inParent)
        scopes[Int(parent)].scopes = siblings
        if scopes[Int(parent)].isCancelled { cancel(scope: scope) }
    }

    /// Opens the scope of a link of a sequence.
    ///
    /// - Parameters:
    ///   - rest: the runner's handle of what follows.
    ///   - hasFailed: whether a link before it has failed.
    package mutating func openLink(parent: Int32, rest: Int32, hasFailed: Bool) -> Int32 {
        let scope = openScope(parent: parent)
        (scopes[Int(scope)].rest, scopes[Int(scope)].hasFailedBefore) = (rest, hasFailed)
        return scope
    }

    /// Moves an effect to an inner scope of its own.
    package mutating func narrow(_ id: EffectHandle, to scope: Int32) {
        guard isLive(id) else { return }
        let old = effects[Int(id.slot)].scope
        move(id.slot, to: scope)
        release(old)
    }

    // MARK: Ending

    package mutating func retain(_ scope: Int32) {
        if scope != 0 { scopes[Int(scope)].open += 1 }
    }

    package mutating func release(_ scope: Int32) {
        if scope == 0 { return }
        scopes[Int(scope)].open -= 1
        guard scopes[Int(scope)].open == 0 else { return }
        emit(scopes[Int(scope)].rest >= 0 ? .proceed(scope) : .ended(scope))
    }

    /// Releases a link that the runner has just performed.
    ///
    /// - Returns: what has become of it, if it has ended already: then the runner continues at once. The scope of the
    ///   sequence is not held for the runner.
    package mutating func releaseLink(_ scope: Int32) -> Link? {
        guard scopes[Int(scope)].open == 1 else {
            scopes[Int(scope)].open -= 1
            return nil
        }
        scopes[Int(scope)].open = 0
        let link = closeLink(scope)
        if link.parent != 0 { scopes[Int(link.parent)].open -= 1 }
        return link
    }

    /// Frees a link that has ended; its failure is that of the sequence too.
    package mutating func closeLink(_ scope: Int32) -> Link {
        let own = remove(scope)
        return Link(parent: own.parent, rest: own.rest, hasFailed: own.hasFailed || own.hasFailedBefore)
    }

    /// Frees a scope that has ended, and releases the one that it is part of; its failure is that one's too.
    package mutating func close(_ scope: Int32) { release(remove(scope).parent) }

    private mutating func remove(_ scope: Int32) -> EffectScope {
        let own = scopes[Int(scope)]
        freeScopes.append(scope)
        if own.parent == 0 { return own }
        if own.hasFailed { fail(own.parent) }
        var siblings = scopes[Int(own.parent)].scopes
        siblings.remove(scope, in: &scopes, \.inParent)
        scopes[Int(own.parent)].scopes = siblings
        return own
    }

    // MARK: Failing

    /// Notes that something in the scope has failed or was cancelled.
    package mutating func fail(_ scope: Int32) {
        if scope != 0 { scopes[Int(scope)].hasFailed = true }
    }

    /// Cancels everything in the scope. What starts in it from now on is discarded.
    package mutating func cancel(scope: Int32) {
        var (found, pending): ([Int32], [Int32]) = ([], [scope])
        while let one = pending.popLast() {
            if scopes[Int(one)].isCancelled { continue }
            (scopes[Int(one)].isCancelled, scopes[Int(one)].hasFailed) = (true, true)
            retain(one)
            found.append(one)
            cancelEffects(in: one)
            var inner = scopes[Int(one)].scopes.last
            while inner >= 0 {
                pending.append(inner)
                inner = scopes[Int(inner)].inParent.previous
            }
        }
        for one in found.reversed() { release(one) }
    }

    private mutating func cancelEffects(in scope: Int32) {
        var effect = scopes[Int(scope)].effects.first
        while effect >= 0 {
            let next = effects[Int(effect)].inScope.next
            cancel(handle(effect))
            effect = next
        }
    }

    package func isCancelled(scope: Int32) -> Bool { scope != 0 && scopes[Int(scope)].isCancelled }

    package func hasFailed(scope: Int32) -> Bool { scopes[Int(scope)].hasFailed }

    package func parent(of scope: Int32) -> Int32 { scopes[Int(scope)].parent }

    /// The runner's handle of what follows a link of a sequence; -1 for a scope that is no link.
    package func rest(of scope: Int32) -> Int32 { scopes[Int(scope)].rest }
}
