/// What waits in the queue of an engine: plain words, so that moving one costs nothing.
///
/// Safe: it retains its objects, and the engine calls ``release()`` when the input has had its turn.
struct QueuedInput {
    enum Kind: UInt8 {
        /// An action, which waits in its store.
        case action
        case command
        /// What a handler said, with its event.
        case answer
        case fact
        case output
        case transition
        /// A message that the owner of stores has made.
        case owner
        case replacement
        /// Anything else that must wait for its turn: a timer, a cancelled receipt, a resumption.
        case call
    }

    let kind: Kind
    /// The scope that it belongs to; 0 for that of the outermost message.
    var scope: Int32 = 0
    /// The number of the turn that caused it; 0 for an input from outside.
    var cause: UInt64 = 0
    /// The command, or the one that is answered.
    private(set) var effect = EffectHandle.none
    private(set) var attempt: Int32 = 0
    private(set) var answer = AnswerKind.event
    /// The store that it is for, that asked, or that it comes from.
    private let retainedStore: Unmanaged<StoreCore>?
    /// The payload.
    private let object: Unmanaged<AnyObject>?

    private init(_ kind: Kind, _ store: StoreCore?, _ object: AnyObject? = nil) {
        self.kind = kind
        retainedStore = store.map { .passRetained($0) }
        self.object = object.map { .passRetained($0) }
    }

    static func action(_ store: StoreCore) -> QueuedInput { QueuedInput(.action, store) }

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
    static func replacement(_ states: StoreStates) -> QueuedInput { QueuedInput(.replacement, nil, Box(states)) }
    static func call(_ work: @escaping () -> Void) -> QueuedInput { QueuedInput(.call, nil, Box(work)) }

    var store: StoreCore? { retainedStore?._withUnsafeGuaranteedRef { $0 } }
    var node: CommandNode? { kind == .command ? payload(as: CommandNode.self) : nil }
    /// The event, fact, output or transition.
    var box: AnyBox? { object == nil ? nil : payload(as: AnyBox.self) }
    var ownerMessage: (any OwnerMessage)? { object?._withUnsafeGuaranteedRef { $0 as? any OwnerMessage } }
    var states: StoreStates { payload(as: Box<StoreStates>.self).stored }
    var work: () -> Void { payload(as: Box<() -> Void>.self).stored }

    private func payload<Object: AnyObject>(as type: Object.Type) -> Object {
        // Safe: each kind is made with its own type of object, by the functions above.
        object.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Object.self) }
    }

    /// Releases its objects.
    func release() {
        retainedStore?.release()
        object?.release()
    }
}

/// States that take the place of those of stores.
typealias StoreStates = [(store: StoreCore, state: AnyBox)]

/// What a handler says to its command.
enum AnswerKind {
    case event
    /// An event that middleware has made of another one: it is delivered as long as the command has not ended.
    case copy
    /// The end, with a last event if there is one.
    case end
    /// A failure, after which the command may be tried again.
    case failure
    case cancelled
    /// The reply was released without an end.
    case released
}

/// A message of the owner of stores. Its parts are called in the order of a turn.
package protocol OwnerMessage: AnyObject {
    var kind: Message.Kind { get }
    var payload: Any { get }
    var subject: AnyObject? { get }
    var isForMiddleware: Bool { get }
    /// The same message with another payload; `nil` if the payload does not fit.
    func replacing(_ payload: Any) -> (any OwnerMessage)?
    func reduce()
    func perform(scope: Int32) -> TurnOutcome
    func drop(because reason: (any Error)?)
}

extension OwnerMessage {
    package var isForMiddleware: Bool { true }
    package func reduce() {}
}
