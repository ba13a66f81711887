/// The effects and messages for which a receipt, or a link of a sequence, waits. A scope ends when every message, effect and
/// inner scope in it has ended.
package struct EffectScope: Sendable {
    /// The number of messages, effects and inner scopes that have not ended. The opener counts too, until it releases the
    /// scope.
    package var open: Int32 = 0
    /// The outer scope, which cannot end before this scope; 0 for none.
    package var parent: Int32 = 0
    /// The runner's handle of the sequence, if this is the scope of one of its links; otherwise -1.
    package var sequence: Int32 = -1
    /// The index of the link that follows this link of a sequence, and the number of the sequence's links.
    package var next: Int32 = 0, count: Int32 = 0
    /// Whether an earlier link of the sequence has failed.
    package var hasFailedBefore = false
    package var hasFailed = false
    package var isCancelled = false
    /// Whether the scope is the one of a flow that has lost a race. Its failure is not passed to the outer scope.
    package var ignoresFailure = false
    /// The group that continues after this link of a sequence.
    package var group = EffectHandle.none
    package internal(set) var effects = SlotList()
    package internal(set) var scopes = SlotList()

    package init(open: Int32 = 0) { self.open = open }
}

extension EffectMachine {
    // MARK: Opening

    /// Opens a scope. The caller must release it once.
    package mutating func openScope(parent: Int32 = 0) -> Int32 {
        let scope = scopes.insert(EffectScope(open: 1), reusing: &freeScopes)
        if parent != 0 { join(scope, parent) }
        return scope
    }

    /// Makes a scope an inner scope of another scope.
    @inline(never)
    package mutating func join(_ scope: Int32, _ parent: Int32) {
        scopes[scope].parent = parent
        scopes[parent].open += 1
        scopes[parent].scopes = inParent.append(scope, to: scopes[parent].scopes)
        if scopes[parent].isCancelled { cancel(scope: scope) }
    }

    /// Moves an effect from its scope to an inner scope.
    package mutating func move(_ id: EffectHandle, to scope: Int32) {
        guard isLive(id) else { return }
        let old = effects[id.slot].scope
        move(id.slot, to: scope)
        release(old)
    }

    // MARK: Ending

    package mutating func retain(_ scope: Int32) { if scope != 0 { scopes[scope].open += 1 } }

    package mutating func release(_ scope: Int32) {
        if scope == 0 { return }
        scopes[scope].open -= 1
        if scopes[scope].open == 0 { end(scope: scope) }
    }

    @inline(never)
    mutating func end(scope: Int32) { emit(scopes[scope].sequence >= 0 ? .proceed(scope) : .ended(scope)) }

    /// Frees a scope in which nothing was started and nothing has failed, instead of releasing it. The scope ends without a
    /// step, so the caller must ensure that no receipt waits for it.
    ///
    /// - Returns: Whether the scope was freed. If not, nothing has changed, and the caller must release the scope.
    package mutating func closeIfUnused(scope: Int32) -> Bool {
        guard scopes[scope].open == 1, !scopes[scope].hasFailed, scopes[scope].sequence < 0 else { return false }
        close(scope)
        return true
    }

    /// Frees a scope that has ended, and releases its outer scope. If the scope has failed, the outer scope fails too.
    package mutating func close(_ scope: Int32) {
        remove(scope)
        release(scopes[scope].parent)
    }

    @inline(__always)
    mutating func remove(_ scope: Int32) {
        freeScopes.append(scope)
        if scopes[scope].parent != 0 { leave(scope, scopes[scope].parent) }
    }

    @inline(never)
    mutating func leave(_ scope: Int32, _ parent: Int32) {
        if scopes[scope].hasFailed, !scopes[scope].ignoresFailure { fail(parent) }
        inParent.remove(scope, from: &scopes[parent].scopes)
    }

    // MARK: Failing

    /// Notes that an effect or a message in the scope has failed or was cancelled.
    package mutating func fail(_ scope: Int32) { if scope != 0 { scopes[scope].hasFailed = true } }

    /// Cancels every effect in the scope. An effect that starts in the scope later is discarded.
    package mutating func cancel(scope: Int32) {
        var (found, pending): ([Int32], [Int32]) = ([], [scope])
        while let one = pending.popLast() {
            if scopes[one].isCancelled { continue }
            (scopes[one].isCancelled, scopes[one].hasFailed) = (true, true)
            retain(one)
            found.append(one)
            var inner = scopes[one].scopes.last
            while inner >= 0 {
                pending.append(inner)
                inner = inParent.previous(inner)
            }
        }
        // All scopes are retained first, because a group is cancelled with its effects in inner scopes.
        for one in found { while !scopes[one].effects.isEmpty { withdraw(scopes[one].effects.first) } }
        for one in found.reversed() { release(one) }
    }

    package func isCancelled(scope: Int32) -> Bool { scope != 0 && scopes[scope].isCancelled }

    package func hasFailed(scope: Int32) -> Bool { scopes[scope].hasFailed }

    /// Whether a failure of the scope is not passed to the outer scope.
    package func ignoresFailure(of scope: Int32) -> Bool { scopes[scope].ignoresFailure }

    package func parent(of scope: Int32) -> Int32 { scopes[scope].parent }
}
