/// A message in its turn. The engine uses one again when the turn is over and nothing has kept it.
package final class Turn: MessageContent {
    /// Safe: the engine ends every turn that it processes or holds, and a turn that is over does not use it.
    unowned(unsafe) let engine: Engine
    /// The scope that everything belongs to that the message causes; 0 for that of the outermost message.
    @exclusivity(unchecked) var scope: Int32 = 0
    /// The command, or the command of an event, as the machine knows it.
    @exclusivity(unchecked) var effect = EffectHandle.none
    /// The request of a command, or that of the command of an event whose payload is in no box.
    @exclusivity(unchecked) var node: CommandNode?
    /// What an event says.
    @exclusivity(unchecked) var answer = AnswerKind.event
    /// The attempt of the command that an event belongs to.
    @exclusivity(unchecked) var attempt: Int32 = 0
    /// Whether the command ends with the event, its end waits for the event, or it has ended with it.
    @exclusivity(unchecked) var isLast = false
    @exclusivity(unchecked) var isHeld = false
    @exclusivity(unchecked) var hasEndedCommand = false
    /// Why an output cannot be delivered.
    @exclusivity(unchecked) var fault: Fault?
    /// A message that the owner of stores has made.
    @exclusivity(unchecked) var ownerMessage: (any OwnerMessage)?
    /// The states of a replacement.
    @exclusivity(unchecked) var states: StoreStates = []
    /// Whether anything is set that most turns do without.
    @exclusivity(unchecked) var isSpecial = false
    /// Whether middleware decides about the message.
    @exclusivity(unchecked) var isForMiddleware = true
    /// Whether what comes after the turn was done.
    @exclusivity(unchecked) var isCompleted = false

    // MARK: The receipt

    /// The scope of ``receipt``; 0 while nothing needs one.
    @exclusivity(unchecked) var ownScope: Int32 = 0
    @exclusivity(unchecked) private var ownReceipt: ReceiptStorage?
    /// The turn that middleware has replaced this one by, with another payload.
    @exclusivity(unchecked) private var changed: Turn?
    @exclusivity(unchecked) private var isOver = false

    init(on engine: Engine) { self.engine = engine }

    override func boxPayload(reusing spare: consuming AnyBox?) -> AnyBox {
        switch kind {
        case .action: if let store { return store.edges.boxAction(address, spare) }
        case .command: if let node { return node.edges.boxCommand(address, spare) }
        case .event: if let node { return node.edges.boxEvent(address, spare) }
        case .fact, .output, .input, .transition, .request, .replacement: break
        }
        return Box(())
    }

    /// The receipt of this message alone.
    var receipt: Receipt {
        if let ownReceipt { return Receipt(ownReceipt) }
        if let changed { return changed.receipt }
        if isOver { return .finished }
        if kind == .command { engine.adopt(self) }
        isSpecial = true
        ownScope = engine.machine.openScope(parent: engine.requireScope(scope))
        let storage = engine.receipt(of: ownScope)
        ownReceipt = storage
        if let holder = engine.held[id]?.holder { engine.machine.narrow(holder, to: ownScope) }
        return Receipt(storage)
    }

    /// Ends the processing of the message.
    ///
    /// - Returns: the scope of its receipt, to be released; 0 for none.
    func endProcessing() -> Int32 {
        isOver = true
        defer { ownScope = 0 }
        return ownScope
    }

    /// A turn that takes the place of this one, with another payload.
    func changing(to payload: AnyBox) -> Turn {
        let turn = copy(payload)
        (turn.id, turn.ownScope, turn.ownReceipt) = (id, ownScope, ownReceipt)
        (changed, ownScope, isSpecial) = (turn, 0, true)
        return turn
    }

    /// A turn of the same message with another payload.
    func copy(_ payload: AnyBox) -> Turn {
        let turn = Turn(on: engine)
        (turn.kind, turn.cause, turn.subject, turn.scope) = (kind, cause, subject, scope)
        (turn.effect, turn.node, turn.answer, turn.attempt) = (effect, node, answer, attempt)
        (turn.isLast, turn.isHeld, turn.ownerMessage) = (isLast, isHeld, ownerMessage)
        turn.setPayload(payload)
        return turn
    }

    /// Forgets everything, to be used again.
    func clear() {
        subject = nil
        if keptSubject != nil { keptSubject = nil }
        if box != nil { box = nil }
        if node != nil { node = nil }
        effect = .none
        (isLast, isHeld, hasEndedCommand, isCompleted, isOver) = (false, false, false, false, false)
        (isReported, isForMiddleware) = (false, true)
        if !isSpecial { return }
        (fault, ownerMessage, changed, ownReceipt, states, isSpecial) = (nil, nil, nil, nil, [], false)
    }
}

/// A message that middleware holds.
final class HeldMessage {
    /// The message, with the payload that middleware has given it.
    let turn: Turn
    /// The middleware of the message's turn, and the one that decides next.
    let middleware: [any Middleware]
    let next: Int
    /// The effect that keeps the message.
    var holder = EffectHandle.none
    /// The task that decides about the message.
    var decider: Task<Void, Never>?
    /// Whether it was resumed, and waits for its turn.
    var isResumed = false

    init(_ turn: Turn, _ middleware: [any Middleware], next: Int) {
        (self.turn, self.middleware, self.next) = (turn, middleware, next)
    }
}

extension Message {
    /// The receipt of this message alone; it ends when everything that the message caused has ended.
    ///
    /// Ask for it while middleware decides about the message, or holds it. Afterwards a receipt that was never asked for
    /// has ended.
    public var receipt: Receipt { ((content.original ?? content) as? Turn)?.receipt ?? .finished }
}

extension MessageContent {
    /// The store that an action is for, that asked for a command, that an event returns to, or that an output or a transition
    /// comes from.
    package final var store: StoreCore? {
        switch kind {
        // Safe: the subject of these is a store.
        case .action, .command, .event, .output, .transition:
            guard let subject else { return nil }
            return unsafeDowncast(subject, to: StoreCore.self)
        case .fact, .input, .request, .replacement: return nil
        }
    }

    /// The store that it is for or comes from, an input or a request too.
    package final var concernedStore: StoreCore? { store ?? subject as? StoreCore }

    /// The number of that store; 0 if there is none.
    package final var storeNumber: UInt64 { concernedStore?.id.number ?? 0 }
}
