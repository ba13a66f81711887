/// A message that is processed. The engine reuses a turn that is over, unless a reference to its message still exists.
package final class Turn: MessageContent {
    /// The jobs of the engine that processes the message.
    package let posted: PostedJobs
    /// The scope of everything that the message causes; 0 for the scope of the outermost message.
    @exclusivity(unchecked) var scope: Int32 = 0
    /// The effect of the command, or of the event's command. `none` for an event that code publishes.
    @exclusivity(unchecked) var effect = EffectHandle.none
    /// The request of the command, or of the event's command if the event is not in a box.
    @exclusivity(unchecked) var node: CommandNode?
    /// The kind of answer that the event is.
    @exclusivity(unchecked) var answer = Answer.Kind.event
    /// The number of the attempt to which the event belongs.
    @exclusivity(unchecked) var attempt: Int32 = 0
    /// The event is the last one of its command; the end of the command waits for it; the command has ended with it.
    @exclusivity(unchecked) var isLast = false
    @exclusivity(unchecked) var isHeld = false
    @exclusivity(unchecked) var hasEndedCommand = false
    /// The fault that prevents the delivery of an output.
    var fault: Fault?
    /// The input or the request, as the owner of stores created it.
    var ownerMessage: (any OwnerMessage)?
    /// The states of a replacement.
    var states: StoreStates = []
    /// The turn after which effects are cancelled by a replacement; `nil` if it cancels none.
    var lastKeptTurn: UInt64?
    /// Whether any property is set that most turns do not use.
    @exclusivity(unchecked) package var isSpecial = false
    /// Whether middleware decides about the message.
    @exclusivity(unchecked) package var isForMiddleware = true
    /// Whether the message is an action whose store was closed before.
    @exclusivity(unchecked) var isLost = false

    // MARK: The receipt

    /// The scope of ``receipt``; 0 until the receipt is needed.
    @exclusivity(unchecked) var ownScope: Int32 = 0
    private var ownReceipt: ReceiptStorage?
    /// The turn with another payload by which middleware replaced this turn.
    private var changed: Turn?
    @exclusivity(unchecked) private var isOver = false

    init(_ posted: PostedJobs) { self.posted = posted }

    override func boxPayload(reusing spare: consuming AnyBox?) -> AnyBox {
        switch kind {
        case .action: if let store { return store.functions.boxAction(address, spare) }
        case .command: if let box = node?.functions.box(.command, address, spare) { return box }
        case .event: if let box = node?.functions.box(.event, address, spare) { return box }
        case .fact, .output, .input, .transition, .request, .replacement: break
        }
        return Box(())
    }

    /// Returns the receipt of this message alone.
    ///
    /// - Parameter open: Opens the receipt, and sets ``ownScope``.
    func receipt(_ open: (Turn) -> ReceiptStorage) -> Receipt {
        if let ownReceipt { return Receipt(ownReceipt) }
        if let changed { return changed.receipt(open) }
        if isOver { return .finished }
        isSpecial = true
        let storage = open(self)
        ownReceipt = storage
        return Receipt(storage)
    }

    /// Ends the processing of the message.
    ///
    /// - Returns: The scope of the message's receipt, which the caller must release; 0 for none.
    func endProcessing() -> Int32 {
        isOver = true
        defer { ownScope = 0 }
        return ownScope
    }

    /// Returns a turn with another payload that replaces this turn.
    func changing(to payload: AnyBox) -> Turn {
        let turn = copy(payload)
        (turn.id, turn.ownScope, turn.ownReceipt) = (id, ownScope, ownReceipt)
        (changed, ownScope, isSpecial) = (turn, 0, true)
        return turn
    }

    /// Returns a turn of the same message with another payload.
    func copy(_ payload: AnyBox) -> Turn {
        let turn = Turn(posted)
        (turn.kind, turn.cause, turn.subject, turn.scope) = (kind, cause, subject, scope)
        (turn.effect, turn.node, turn.answer, turn.attempt) = (effect, node, answer, attempt)
        (turn.isLast, turn.isHeld, turn.ownerMessage) = (isLast, isHeld, ownerMessage)
        turn.setPayload(payload)
        return turn
    }

    /// Clears the turn for reuse.
    func clear() {
        subject = nil
        if keptSubject != nil { keptSubject = nil }
        if box != nil { box = nil }
        if node != nil { node = nil }
        effect = .none
        (isLast, isHeld, hasEndedCommand, isLost, isOver) = (false, false, false, false, false)
        (isReported, isForMiddleware) = (false, true)
        if !isSpecial { return }
        (fault, ownerMessage, changed, ownReceipt, isSpecial) = (nil, nil, nil, nil, false)
        (states, lastKeptTurn) = ([], nil)
    }
}

extension MessageContent {
    /// The store of the message; `nil` for a fact, an input, a request or a replacement.
    ///
    /// An action's store reduces it, a command's store requested it, and an event's store requested its command. The store of
    /// an output or a transition sent it.
    package final var store: StoreCore? {
        switch kind {
        // Safe: the subject of these messages is always a store.
        case .action, .command, .event, .output, .transition:
            guard let subject else { return nil }
            return unsafeDowncast(subject, to: StoreCore.self)
        case .fact, .input, .request, .replacement: return nil
        }
    }

    /// The store that the message is for or comes from, including that of an input or a request.
    package final var concernedStore: StoreCore? { store ?? subject as? StoreCore }
}
