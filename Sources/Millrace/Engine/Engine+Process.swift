/// A message whose turn has come.
struct Turn {
    enum Content {
        case action(any EngineStore, AnyBox)
        case command(EffectTask)
        /// An event of a command, and whether it is the last one.
        case event(EffectTask, AnyBox, isLast: Bool)
        case message(any QueuedMessage)
    }

    var content: Content
    var scope: Int32
    let cause: UInt64
    /// The number of the message: of this turn or, where middleware held it, of an earlier one.
    var id: UInt64 = 0

    init(_ content: Content, scope: Int32, cause: UInt64) {
        (self.content, self.scope, self.cause) = (content, scope, cause)
    }

    var kind: Message.Kind {
        switch content {
        case .action: .action
        case .command: .command
        case .event: .event
        case .message(let message): message.kind
        }
    }

    var payload: Any {
        switch content {
        case .action(_, let action): action.any
        case .command(let task): task.command ?? ()
        case .event(_, let event, _): event.any
        case .message(let message): message.payload
        }
    }

    var subject: AnyObject? {
        switch content {
        case .action(let store, _): store
        case .command(let task), .event(let task, _, _): task.store
        case .message(let message): message.subject
        }
    }

    /// Whether middleware is asked; not about what can only be discarded.
    var isForMiddleware: Bool {
        switch content {
        case .action(let store, _): !store.isClosed
        case .command, .event: true
        case .message(let message): message.isForMiddleware
        }
    }
}

extension Engine {
    /// Processes one message: numbers it, lets middleware decide, reduces it in every store concerned, notifies observers
    /// and listeners, performs the flows, and ends it. Nothing else reduces an action.
    func process(_ turn: consuming Turn) {
        beginTurn()
        turn.id = self.turn
        guard !observers.isEmpty || (!middleware.isEmpty && turn.isForMiddleware) else {
            return carryOut(turn)
        }
        let context = TurnContext(self, scope: turn.scope)
        let message = message(of: turn, context)
        for observer in observers { observer.began(message, turn: self.turn) }
        if middleware.isEmpty || !turn.isForMiddleware {
            carryOut(turn)
        } else {
            decide(HeldMessage(turn, message, context, middleware))
        }
    }

    /// Numbers the turn that begins.
    package func beginTurn() {
        turn += 1
        cause = turn
    }

    func message(of turn: borrowing Turn, _ context: TurnContext?) -> Message {
        let storage = MessageStorage(
            turn.kind, turn.payload, subject: turn.subject, id: turn.id, cause: turn.cause)
        storage.context = context
        if case .event(let task, _, isLast: true) = turn.content { storage.isReported = task.isFailureReported }
        return Message(storage)
    }

    /// The turn of a message that middleware has passed.
    func carryOut(_ turn: borrowing Turn) {
        let ended = endCommand(of: turn)
        reduce(turn)
        notify(turn)
        let outcome = perform(turn)
        for observer in observers { observer.performed(turn: self.turn) }
        if let outcome { for observer in observers { observer.ended(turn.id, outcome) } }
        if let ended { release(ended) }
        performSteps()
    }

    // MARK: The stores

    /// Every store concerned reduces the message. A listener may wait for another one.
    private func reduce(_ turn: borrowing Turn) {
        switch turn.content {
        case .action(let store, let action): reduce(action.address, in: store)
        case .command: break
        case .event(let task, let event, _):
            respond(task, event)
            listeners[TypeKey(event.type)]?.reduce(event.address)
        case .message(let message): message.reduce()
        }
    }

    /// The store that executed the command reduces the event.
    private func respond(_ task: EffectTask, _ event: AnyBox) {
        guard let store = task.store, let respond = task.node?.respond else { return }
        respond(event.address) { action in
            if let context = task.context {
                context.raise(action) { reduce($0, in: store) }
            } else {
                reduce(action, in: store)
            }
        }
    }

    /// A store reduces an action, in the turn that is under way.
    package func reduce(_ action: UnsafeRawPointer, in store: any EngineStore) {
        guard !store.isClosed else { return }
        if !store.isTouched {
            store.isTouched = true
            touched.append(store)
        }
        if observers.isEmpty {
            _ = store.reduce(action, returnsFlow: false)
            return
        }
        let before = store.snapshot()
        let copy = store.copy(action: action)
        guard let flow = store.reduce(action, returnsFlow: true) else { return }
        let reduction = Reduction(store: store, action: copy, before: before, after: store.snapshot(), flow: flow)
        for observer in observers { observer.reduced(reduction, turn: turn) }
    }

    // MARK: Observers and listeners

    private func notify(_ turn: borrowing Turn) {
        // Those that subscribe meanwhile receive their first value after the turn.
        let last = lastNumber
        for store in touched { store.notifyObservers(upTo: last) }
        switch turn.content {
        case .action, .command: break
        case .event(let task, let event, _):
            task.reaction?(event.address)
            let listeners = listeners[TypeKey(event.type)]
            listeners?.notify(event.address)
            reportUnhandled(event, of: task, scope: turn.scope, isHandled: listeners?.handlesFailures == true)
        case .message(let message): message.notify()
        }
    }

    // MARK: Flows

    /// - Returns: what has become of the message; `nil` for a command, which ends later, and for what was discarded.
    private func perform(_ turn: borrowing Turn) -> TurnOutcome? {
        let stores = touched
        touched.removeAll(keepingCapacity: true)
        for store in stores {
            store.isTouched = false
            store.performFlow(scope: turn.scope)
        }
        switch turn.content {
        case .action(let store, _):
            return store.isClosed && stores.isEmpty ? lose(store, "The action \(turn.payload)", turn.scope) : .done
        case .command(let task):
            start(task)
            return nil
        case .event: return .done
        case .message(let message): return message.perform(scope: turn.scope)
        }
    }

    /// Reports that a message came too late for a store that was released.
    ///
    /// - Returns: what has become of it.
    package func lose(_ store: any EngineStore, _ what: String, _ scope: Int32) -> TurnOutcome {
        let fault = Fault.storeGone(what)
        report(fault)
        fail(scope, fault)
        return .failed(fault)
    }
}
