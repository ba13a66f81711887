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
    var chain: Chain?
    /// For the next message, where nobody kept that of the last. Unmanaged, to be asked about whether it was kept.
    @usableFromInline var spareEnvelope: Unmanaged<Envelope>?
    /// Whether there may be letters. Safe: the engine's mailbox holds it.
    @usableFromInline unowned(unsafe) let letters: Flag

    init(letters: Flag) { self.letters = letters }

    deinit { spareEnvelope?.release() }
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

    @usableFromInline func beginTurn() { loop.beginTurn() }
}
