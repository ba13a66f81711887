// Functions of the pointer, because one of the memory itself would have all of it copied to be called.
extension UnsafeMutablePointer<LoopMemory> {
    /// Whether the loop rests and nothing is to be done before a turn.
    @inlinable var mayBegin: Bool { pointee.gate == Gate.open && !pointee.letters.isRaised }

    /// Begins a slice.
    ///
    /// - Returns: whether there may be letters to open before the first turn.
    @usableFromInline func begin() -> Bool {
        pointee.gate |= Gate.running
        pointee.turnsLeft = pointee.turnsPerSlice
        return pointee.letters.isRaised
    }

    /// Begins a slice and its first turn, where nothing is to be done before.
    ///
    /// - Parameter gate: how the gate is then: that of an engine that has a history has a bit of its own.
    /// - Returns: whether they have begun.
    @usableFromInline func beginAlone(gate: UInt = Gate.open) -> Bool {
        guard pointee.gate == gate, !pointee.letters.isRaised else { return false }
        _ = begin()
        beginTurn()
        return true
    }

    /// Ends a slice of which nothing is left.
    ///
    /// - Returns: whether nothing was left.
    @usableFromInline func rest() -> Bool {
        guard pointee.gate & ~(Gate.recorded | Gate.intercepted) == Gate.running else { return false }
        pointee.gate &= ~Gate.running
        pointee.cause = 0
        return true
    }

    /// Numbers the turn that starts.
    @inlinable func beginTurn() {
        pointee.turn &+= 1
        pointee.cause = pointee.turn
    }

    /// Begins the turn of what was just asked for, where it is the next in any case and nobody attends.
    ///
    /// - Returns: whether it has begun; else it must go through the queue.
    @usableFromInline func beginNextTurn() -> Bool {
        guard pointee.gate & ~Gate.waiting == Gate.running, pointee.queue.isEmpty, pointee.deferred.isEmpty,
            pointee.turnsLeft > Trace.length, !pointee.letters.isRaised
        else { return false }
        pointee.turnsLeft -= 1
        beginTurn()
        return true
    }

    /// Whether nobody has cancelled what is done for `job`, or, where there is none, for the outermost message.
    @inlinable func mayStart(_ job: Job?) -> Bool {
        // The outermost message has no job as long as nothing has made the loop wait for something.
        job == nil && pointee.gate & Gate.waiting == 0 || !isCancelled(job)
    }

    @usableFromInline func isCancelled(_ job: Job?) -> Bool { (job ?? pointee.rootJob)?.isCancelled == true }
}

// MARK: - Who answers and who listens

extension UnsafeMutablePointer<LoopMemory> {
    /// The registered handler of a type of commands. It is there until the turn ends, also when it is taken out: so it
    /// need not be retained, which costs as much as the rest of the look-up.
    @inlinable func registration<C: Command>(of type: C.Type) -> Unmanaged<Registration<C>>? {
        // Safe: a registration is kept under the type of its command.
        registration(of: TypeKey(type)).map { .fromOpaque($0.toOpaque()) }
    }

    @usableFromInline func registration(of type: TypeKey) -> Unmanaged<AnyObject>? {
        pointee.handlers[type].map { .passUnretained($0) }
    }

    /// The listeners to a kind of message, if it has ever had any.
    @inlinable func listeners<Message>(to message: Message.Type) -> Listeners<Message>? {
        // Safe: listeners are kept under the type of their message.
        listeners(to: TypeKey(message)).map { unsafeDowncast($0, to: Listeners<Message>.self) }
    }

    @usableFromInline func listeners(to message: TypeKey) -> AnyObject? { pointee.listeners[message] }

    /// Whether anybody has ever listened to messages of this type.
    @inlinable func hasListeners<Message>(to message: Message.Type) -> Bool { hasListeners(to: TypeKey(message)) }

    @usableFromInline func hasListeners(to message: TypeKey) -> Bool { pointee.listeners[message] != nil }
}
