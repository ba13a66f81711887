/// A message in the engine's queue, and in its turn. Each kind of message is a class that conforms.
///
/// ``Engine/process(_:)`` calls the steps on the engine's actor, in the order in which they are declared here. What has no
/// default is what every kind must decide.
protocol Turn: TurnContent {
    /// A turn of the same kind with another payload; `nil` if the payload does not fit.
    func replacing(_ payload: Any) -> (any Turn)?
    /// What a report of an endless loop calls it. Defaults to the name of the payload's case.
    var label: String { get }
    /// Whether middleware decides about it.
    var isForMiddleware: Bool { get }

    // MARK: Steps

    /// Whether it is processed as a message, now that its turn has come. One that is not has done its work here. Defaults
    /// to `true`.
    func prepare() -> Bool
    /// Starts what must precede the reduction. Defaults to nothing.
    func begin()
    /// Reduces it in every store concerned.
    func reduce()
    /// Notifies the listeners, when every store has reduced it and the observers of the stores were notified.
    func notify()
    /// Does what it asks for, when the flows were performed.
    ///
    /// - Returns: the outcome; `nil` where the message ends later.
    func perform() -> TurnOutcome?
    /// Does what remains when everything else is done. Defaults to nothing.
    func end()

    // MARK: Decisions of middleware

    /// Adds a copy that middleware has made, with another payload; `isFinal` for the last one. Returns `false` if the
    /// payload does not fit. Defaults to a turn behind the queue.
    func addCopy(_ payload: Any, isFinal: Bool) -> Bool
    /// Whether it came too late: the command that it belongs to has ended meanwhile. Defaults to `false`.
    var isLate: Bool { get }
    /// It ends without its turn; `reason` is `nil` where nothing has failed.
    func drop(because reason: (any Error)?)
    /// Middleware fails it; its scope has failed already. Defaults to dropping it.
    func fail(_ error: any Error)
    /// The command whose end waits for this event, because middleware holds it. Defaults to `nil`.
    var heldCommand: EffectTask? { get }
}

extension Turn {
    var label: String { caseName(of: payload) }
    func prepare() -> Bool { true }
    func begin() {}
    func end() {}
    var isLate: Bool { false }
    func fail(_ error: any Error) { drop(because: error) }
    var heldCommand: EffectTask? { nil }

    func addCopy(_ payload: Any, isFinal: Bool) -> Bool {
        guard let copy = replacing(payload) else { return false }
        copy.scope = engine.requireScope(scope)
        engine.enqueue(copy)
        return true
    }

    /// The turn that takes the place of this one, with another payload; `nil` if the payload does not fit.
    func changing(to payload: Any) -> (any Turn)? {
        let turn = replacing(payload)
        if let turn { pass(to: turn) }
        return turn
    }
}

/// What the turns of all kinds have.
class TurnContent: MessageContent {
    /// Safe: the engine ends every turn that it has queued, processes or holds, and a turn that is over does not use it.
    final unowned(unsafe) let engine: Engine
    /// The scope that everything belongs to that the message causes; 0 for that of the outermost message.
    final var scope: Int32
    /// The scope of ``receipt``; 0 while nothing needs one.
    final var ownScope: Int32 = 0
    private var ownReceipt: ReceiptStorage?
    /// The turn that middleware has replaced this one by, with another payload.
    private weak var changed: TurnContent?
    private var isOver = false

    init(_ kind: Message.Kind, on engine: Engine, scope: Int32, cause: UInt64?) {
        (self.engine, self.scope) = (engine, scope)
        super.init(kind, cause: cause ?? engine.cause)
    }

    /// The receipt of this message alone.
    final var receipt: Receipt {
        if let ownReceipt { return Receipt(ownReceipt) }
        if let changed { return changed.receipt }
        if isOver { return .finished }
        ownScope = engine.machine.openScope(parent: engine.requireScope(scope))
        let storage = engine.receipt(of: ownScope)
        ownReceipt = storage
        if let holder = engine.held[id]?.holder { engine.machine.narrow(holder.handle, to: ownScope) }
        return Receipt(storage)
    }

    /// Ends the processing of the message.
    ///
    /// - Returns: the scope of its receipt, to be released; 0 for none.
    final func endProcessing() -> Int32 {
        isOver = true
        defer { ownScope = 0 }
        return ownScope
    }

    /// Another turn takes the place of this one.
    final func pass(to turn: TurnContent) {
        (turn.id, turn.scope, turn.ownScope, turn.ownReceipt) = (id, scope, ownScope, ownReceipt)
        (changed, ownScope) = (turn, 0)
    }
}

extension Message {
    /// The receipt of this message alone; it ends when everything that the message caused has ended.
    ///
    /// Ask for it while middleware decides about the message, or holds it. Afterwards a receipt that was never asked for
    /// has ended.
    public var receipt: Receipt { (content.original as? TurnContent)?.receipt ?? .finished }
}

/// What waits in the queue of an engine.
enum QueuedInput {
    case turn(any Turn)
    /// Anything else that must wait for its turn: a timer, a cancelled receipt, a resumption.
    case call(scope: Int32, cause: UInt64, () -> Void)

    /// The scope that it belongs to; 0 for that of the outermost message.
    var scope: Int32 {
        switch self {
        case .turn(let turn): turn.scope
        case .call(let scope, _, _): scope
        }
    }

    /// The number of the turn that caused it; 0 for an input from outside.
    var cause: UInt64 {
        switch self {
        case .turn(let turn): turn.cause
        case .call(_, let cause, _): cause
        }
    }

    /// What a report of an endless loop calls it.
    var label: String {
        if case .turn(let turn) = self { turn.label } else { "a call" }
    }
}
