/// An input in the queue of an engine: numbers and unmanaged references, so that moving an input retains nothing.
///
/// Safe: the input retains its objects, and the engine calls ``release()`` after processing it.
struct QueuedInput {
    enum Kind: UInt8 {
        /// An action. The action itself is in the store's own queue.
        case action
        /// Actions of an inbox that follow one another. The actions themselves are in the inbox.
        case actions
        case command
        /// An event of a command, or its end, from the command's handler.
        case answer
        case fact
        case output
        case transition
        /// An input or a request, created by the owner of stores.
        case owner
        /// Other work that waits for its turn: a timer, the cancellation of a receipt, the resumption of a message.
        case call
    }

    let kind: Kind
    /// The scope of the input; 0 for the scope of the outermost message.
    var scope: Int32 = 0
    /// The number of the turn that caused the input; 0 for an input from outside.
    var cause: UInt64 = 0
    /// The command that starts, or the command of the answer.
    private(set) var effect = EffectHandle.none
    private(set) var attempt: Int32 = 0
    private(set) var answer = AnswerKind.event
    /// The number after the last action of an inbox.
    private(set) var since: UInt64 = 0
    /// The store that the input is for, that requested the command, or that sent the message.
    let retainedStore: Unmanaged<StoreCore>?
    /// The payload.
    private let object: Unmanaged<AnyObject>?

    private init(_ kind: Kind, _ store: StoreCore?, _ object: AnyObject? = nil) {
        self.kind = kind
        retainedStore = store.map { .passRetained($0) }
        self.object = object.map { .passRetained($0) }
    }

    static func action(_ store: StoreCore) -> QueuedInput { QueuedInput(.action, store) }

    static func actions(_ inbox: any PostedActions, before end: Int) -> QueuedInput {
        var input = QueuedInput(.actions, nil, Box(inbox))
        input.since = UInt64(end)
        return input
    }

    static func command(_ effect: EffectHandle, _ node: CommandNode, _ store: StoreCore?) -> QueuedInput {
        var input = QueuedInput(.command, store, node)
        input.effect = effect
        return input
    }

    static func answer(
        _ effect: EffectHandle, _ attempt: Int32, _ answer: AnswerKind, _ event: AnyBox?, _ store: StoreCore?
    ) -> QueuedInput {
        var input = QueuedInput(.answer, store, event)
        (input.effect, input.attempt, input.answer) = (effect, attempt, answer)
        return input
    }

    static func fact(_ fact: AnyBox) -> QueuedInput { QueuedInput(.fact, nil, fact) }
    static func output(_ output: AnyBox, _ store: StoreCore) -> QueuedInput { QueuedInput(.output, store, output) }
    static func transition(_ transition: AnyBox, _ store: StoreCore) -> QueuedInput {
        QueuedInput(.transition, store, transition)
    }
    static func owner(_ message: any OwnerMessage) -> QueuedInput { QueuedInput(.owner, nil, message) }
    static func call(_ work: @escaping () -> Void) -> QueuedInput { QueuedInput(.call, nil, Box(work)) }

    var store: StoreCore? { retainedStore?._withUnsafeGuaranteedRef { $0 } }
    var node: CommandNode? { kind == .command ? payload(as: CommandNode.self) : nil }
    /// The event, fact, output or transition.
    var box: AnyBox? { object == nil ? nil : payload(as: AnyBox.self) }
    var ownerMessage: (any OwnerMessage)? { object?._withUnsafeGuaranteedRef { $0 as? any OwnerMessage } }
    var inbox: any PostedActions { payload(as: Box<any PostedActions>.self).stored }
    var work: () -> Void { payload(as: Box<() -> Void>.self).stored }

    private func payload<Object: AnyObject>(as type: Object.Type) -> Object {
        // Safe: the functions above create each kind with its own type of object.
        object.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Object.self) }
    }

    /// Releases the input's objects.
    func release() {
        retainedStore?.release()
        object?.release()
    }
}

/// States, and the stores whose states they replace.
package typealias StoreStates = [(store: StoreCore, state: AnyBox)]

/// The kinds of answers from a handler.
enum AnswerKind {
    case event
    /// A copy of an event, made by middleware. It is delivered unless the command has ended.
    case copy
    /// The end of the command, with a last event if there is one.
    case end
    /// A failure, after which the command may be retried.
    case failure
    case cancelled
    /// The reply was released without an end.
    case released
}

/// An input or a request. The owner of stores implements the methods, and the engine calls them in the order of a turn.
package protocol OwnerMessage: AnyObject {
    var kind: Message.Kind { get }
    var payload: Any { get }
    var subject: AnyObject? { get }
    var isForMiddleware: Bool { get }
    /// Returns the same message with another payload; `nil` if the payload does not fit.
    func replacing(_ payload: Any) -> (any OwnerMessage)?
    func reduce()
    func perform(scope: Int32) -> Message.Outcome
    func drop(because reason: (any Error)?)
}

extension OwnerMessage {
    package var isForMiddleware: Bool { true }
    package func reduce() {}
}
