/// What the loop looks at in each turn.
///
/// It is apart from the engine, behind a pointer, so that a turn neither counts references to the engine, which is slow
/// for an object that weak references know of, nor checks for exclusive access, which costs more than the access. Safe:
/// only the engine's actor touches it, no access calls anything that touches it again, and the engine, which frees it,
/// is held by whoever runs a turn.
@usableFromInline struct LoopMemory: ~Copyable {
    /// A sum of `Gate` bits.
    @usableFromInline var gate = Gate.open
    /// The number of the turn under way, or of the last.
    @usableFromInline var turn: UInt64 = 0
    /// The turn that what is being done now belongs to; 0 when it comes from outside.
    @usableFromInline var cause: UInt64 = 0
    /// The number of the last registration.
    @usableFromInline var lastNumber: UInt64 = 0
    var turnsPerSlice = 2_000_000
    /// How many turns are left of the slice.
    var turnsLeft = 0
    var queue = Ring<Entry>()
    /// What is to be done before the next turn.
    var deferred = Ring<() -> Void>()
    /// The job of the outermost message, once something needed one.
    var rootJob: Job?
    var handlers: [TypeKey: any AnyHandler] = [:]
    var listeners: [TypeKey: any AnyListeners] = [:]
    /// The middleware, if there is any.
    var chain: Chain? { didSet { spareToken.take()?.release() } }
    /// For the next message, where nobody kept that of the last. Unmanaged, to be asked about whether it was kept.
    @usableFromInline var spareToken: Unmanaged<NextToken>?
    @usableFromInline var spareEnvelope: Unmanaged<Envelope>?
    /// Whether there may be letters. Safe: the engine's mailbox holds it.
    @usableFromInline unowned(unsafe) let letters: Flag

    init(letters: Flag) { self.letters = letters }

    deinit {
        spareToken?.release()
        spareEnvelope?.release()
    }

    /// Whether the loop rests and nothing is to be done before a turn.
    @usableFromInline var mayBegin: Bool { gate == Gate.open && !letters.isRaised }

    /// Begins a slice.
    ///
    /// - Returns: whether there may be letters to open before the first turn.
    @usableFromInline mutating func begin() -> Bool {
        gate |= Gate.running
        turnsLeft = turnsPerSlice
        return letters.isRaised
    }

    /// Begins a slice and its first turn, where nothing is to be done before.
    ///
    /// - Parameter gate: how the gate is then: that of an engine that has a history has a bit of its own.
    /// - Returns: whether they have begun.
    @usableFromInline mutating func beginAlone(gate: UInt = Gate.open) -> Bool {
        guard self.gate == gate, !letters.isRaised else { return false }
        _ = begin()
        beginTurn()
        return true
    }

    /// Ends a slice of which nothing is left.
    ///
    /// - Returns: whether nothing was left.
    @usableFromInline mutating func rest() -> Bool {
        guard gate & ~(Gate.recorded | Gate.intercepted) == Gate.running else { return false }
        gate &= ~Gate.running
        cause = 0
        return true
    }

    /// Numbers the turn that starts.
    @inlinable mutating func beginTurn() {
        turn &+= 1
        cause = turn
    }

    /// Begins the turn of what was just asked for, where it is the next in any case and nobody attends.
    ///
    /// - Returns: whether it has begun; else it must go through the queue.
    @usableFromInline mutating func beginNextTurn() -> Bool {
        guard gate & ~Gate.waiting == Gate.running, queue.isEmpty, deferred.isEmpty, turnsLeft > Trace.length,
            !letters.isRaised
        else { return false }
        turnsLeft -= 1
        beginTurn()
        return true
    }
}

extension LoopMemory {
    /// Whether nobody has cancelled what is done for `job`, or, where there is none, for the outermost message.
    @usableFromInline func mayStart(_ job: Job?) -> Bool { (job ?? rootJob)?.isCancelled != true }

    /// The registered handler of a type of commands. It is there until the turn ends, also when it is taken out: so it
    /// need not be retained, which costs as much as the rest of the look-up.
    @inlinable func registration<C: Command>(of type: C.Type) -> Unmanaged<Registration<C>>? {
        // Safe: a registration is kept under the type of its command.
        registration(of: TypeKey(type)).map { .fromOpaque($0.toOpaque()) }
    }

    @usableFromInline func registration(of type: TypeKey) -> Unmanaged<AnyObject>? {
        handlers[type].map { .passUnretained($0) }
    }

    /// The listeners to a kind of message, if it has ever had any.
    @inlinable func listeners<Message>(to message: Message.Type) -> Listeners<Message>? {
        // Safe: listeners are kept under the type of their message.
        listeners(to: TypeKey(message)).map { unsafeDowncast($0, to: Listeners<Message>.self) }
    }

    @usableFromInline func listeners(to message: TypeKey) -> AnyObject? { listeners[message] }

    /// Whether anybody has ever listened to messages of this type.
    @inlinable func hasListeners<Message>(to message: Message.Type) -> Bool { hasListeners(to: TypeKey(message)) }

    @usableFromInline func hasListeners(to message: TypeKey) -> Bool { listeners[message] != nil }
}

extension Engine {
    var handlers: [TypeKey: any AnyHandler] {
        get { loop.pointee.handlers }
        _modify { yield &loop.pointee.handlers }
    }

    var listeners: [TypeKey: any AnyListeners] {
        get { loop.pointee.listeners }
        _modify { yield &loop.pointee.listeners }
    }

    @usableFromInline var turn: UInt64 { loop.pointee.turn }

    @usableFromInline var cause: UInt64 {
        get { loop.pointee.cause }
        set { loop.pointee.cause = newValue }
    }

    var turnsLeft: Int {
        get { loop.pointee.turnsLeft }
        set { loop.pointee.turnsLeft = newValue }
    }

    var queue: Ring<Entry> {
        get { loop.pointee.queue }
        _modify { yield &loop.pointee.queue }
    }

    var deferred: Ring<() -> Void> {
        get { loop.pointee.deferred }
        _modify { yield &loop.pointee.deferred }
    }

    var rootJob: Job? {
        get { loop.pointee.rootJob }
        set { loop.pointee.rootJob = newValue }
    }

    @usableFromInline func beginTurn() { loop.pointee.beginTurn() }
}
