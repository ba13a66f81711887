// Inputs enter the queue. Each of them belongs to a scope, which does not end before the input was processed.
//
// When an input takes its place:
//
// - an action that code sends outside a turn: at once. It needs no place if the queue is empty (`Store+Send.swift`, `Engine+Send.swift`).
// - an action that code sends in a turn: when `send` is called.
// - what a flow sends, posts or executes: when the flow is performed, after the listeners of the turn (`settle`).
// - the answer of a handler that has answered when it returns: then. That of a task: when the task ends, on the actor.
// - what another thread posts, such as a reply or an action of an inbox: when the engine takes the posted jobs, which it does before
//   it appends another input and between turns. The order of the posts is kept.
extension Effects {
    /// Appends an input to the queue, behind the jobs that other threads posted before.
    ///
    /// - Parameter cause: The number of the turn that caused the input. Defaults to the turn under way.
    func enqueue(_ content: consuming QueuedInput.Content, scope: Int32 = 0, cause: UInt64? = nil) {
        if loop.hasPosted { takePosted() }
        append(content, scope, cause ?? loop.cause)
    }

    /// Appends an action to the queue. The closure `add` appends the action itself to the store's pending actions.
    ///
    /// Posted jobs are taken first, so that both queues have the same order.
    func enqueueAction(of store: StoreCore, scope: Int32 = 0, cause: UInt64? = nil, _ add: () -> Void) {
        if loop.hasPosted { takePosted() }
        add()
        append(.action(store), scope, cause ?? loop.cause)
    }

    private func append(_ content: consuming QueuedInput.Content, _ scope: Int32, _ cause: UInt64) {
        machine.retain(scope)
        loop.append(QueuedInput(content, scope: scope, cause: cause))
    }

    /// Appends `work` to the queue, as an input of the scope.
    package func enqueue(scope: Int32 = 0, _ work: @escaping () -> Void) { enqueue(.call(work), scope: scope) }

    /// Appends an action to the queue.
    package func enqueueAction<Action>(_ action: Action, of store: StoreCore, scope: Int32) {
        enqueueAction(of: store, scope: scope) { withAddress(of: action) { store.functions.append(store, $0) } }
    }

    /// Appends a transition to the queue.
    package func enqueue<Transition>(transition: Transition, of store: StoreCore, scope: Int32) {
        enqueue(.transition(Box(transition), store), scope: scope)
    }

    /// Appends an input or a request to the queue.
    package func enqueue(_ message: any OwnerMessage, scope: Int32) { enqueue(.owner(message), scope: scope) }

    /// Takes the posted jobs. Inputs enter the queue now; other jobs wait for the end of the turn.
    ///
    /// An input enters the queue by ``enqueue(_:scope:cause:)``, which calls this method again. That call does nothing: the jobs
    /// that were posted meanwhile come after the ones that are being taken.
    func takePosted() {
        if loop.flags & LoopFlags.taking != 0 { return }
        loop.set(LoopFlags.taking, true)
        defer { loop.set(LoopFlags.taking, false) }
        for job in loop.posted.take() {
            switch job {
            case .answer(let make, let cause): enqueueAnswer(make(), cause: cause)
            case .cancel(let receipt): append(.call { [unowned self] in cancel(receipt) }, 0, 0)
            case .actions(let inbox, let range):
                // A scope of its own: no receipt waits for the effects of these actions.
                let scope = machine.openScope()
                append(.actions(inbox, before: range.upperBound), scope, 0)
                machine.release(scope)
            case .betweenTurns(let work): loop.addBetweenTurns(work)
            }
        }
    }
}
