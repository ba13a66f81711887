/// The observers of a store's state: its observed parts, each compared once for all that observe it, and the observers in
/// the order of registration.
@usableFromInline package final class StateObservers {
    // Accesses are unchecked, because a check costs more than the access. Safe: only the engine's actor touches them, and
    // a part is removed only while no part is compared or notified.
    @exclusivity(unchecked) var parts = Pool<Unmanaged<ObservedPart>>()
    /// The parts that a key path names. Those that observe the same path share one.
    @exclusivity(unchecked) private var shared: [AnyKeyPath: ObservedPart] = [:]
    @exclusivity(unchecked) private var isClosed = false
    @exclusivity(unchecked) private var isNotifying = false
    /// Whether an access that Observation tracks has read the whole state since it last changed.
    @exclusivity(unchecked) var isTracked = false
    /// The parts that Observation has tracked.
    @exclusivity(unchecked) private var tracked: [ObservedPart] = []
    @exclusivity(unchecked) private var ownObservers: ObserverList?
    /// Reads of the whole state.
    private lazy var tracker = Tracker()
    /// Never notified of a change: it only finds out whether Observation tracks.
    private lazy var probe = Tracker()

    package init() {}

    deinit { for index in 0..<parts.count { parts[index].release() } }

    package var count: Int { ownObservers?.count ?? 0 }

    private var observers: ObserverList {
        if let ownObservers { return ownObservers }
        let observers = ObserverList()
        if isClosed { observers.close() }
        ownObservers = observers
        return observers
    }

    /// Whether nothing is notified of a change.
    var isEmpty: Bool { parts.isEmpty && !isTracked }

    /// Whether a turn is not over with its reduction: there is something to notify, or to settle.
    @exclusivity(unchecked) @usableFromInline var isNeeded = false
    /// Whether the store's active commands are compared after each turn, or its removed children's effects are cancelled.
    @exclusivity(unchecked) var settles = false { didSet { updateNeed() } }

    private func updateNeed() { isNeeded = settles || !isEmpty }

    /// The part that a key path names, once it is observed.
    @usableFromInline package func part(at path: AnyKeyPath) -> ObservedPart? { shared[path] }

    /// Compares a part from now on, as long as it is observed.
    @usableFromInline package func insert(_ part: ObservedPart) -> ObservedPart {
        if isClosed { return part }
        parts.append(.passRetained(part))
        isNeeded = true
        if let path = part.path { shared[path] = part }
        return part
    }

    /// Notes that the whole state was read.
    func noteRead() { if tracker.noteRead() { (isTracked, isNeeded) = (true, true) } }

    /// Notes that the part at a path is read, if it was tracked before.
    ///
    /// - Returns: whether Observation tracks the read of another part, which ``noteRead(_:)`` must note.
    @usableFromInline package func isTracking(_ path: AnyKeyPath) -> Bool {
        // By identity: the literal that reads a part is the same object each time.
        for part in tracked where part.path === path {
            part.noteRead()
            return false
        }
        return probe.noteRead() && !isClosed
    }

    /// Notes that a part was read while Observation tracks.
    @usableFromInline package func noteRead(_ part: ObservedPart) {
        if part.tracker == nil {
            part.tracker = Tracker()
            tracked.append(part)
        }
        part.noteRead()
    }

    /// Registers an observer of a part. It is notified once its subscription has started.
    func add<Value>(
        to part: ObservedPart, number: UInt64, owner: AnyObject?, onClose: (() -> Void)?,
        _ body: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner, isStarted: false)
        return observers.add(.init(subscription, part: part) { value, _ in apply(body, at: value) }, onClose)
    }

    /// Notifies the observers of the parts that differ from what they were.
    package func notify(_ state: UnsafeRawPointer) {
        if isTracked {
            // Those that are notified read again, and are tracked again.
            isTracked = false
            tracker.alert()
        }
        var (index, hasChanged, hasUnobserved) = (0, false, false)
        isNotifying = true
        while index < parts.count {
            parts[index]._withUnsafeGuaranteedRef { part in
                if part.observerCount > 0 || part.isTracked {
                    part.isChanged = part.update(part, state)
                    if part.isChanged { hasChanged = true }
                } else {
                    part.isChanged = false
                    hasUnobserved = true
                }
            }
            index &+= 1
        }
        // Before anything is notified that may observe a part that was not compared.
        if hasUnobserved { sweep() }
        if hasChanged {
            if !tracked.isEmpty { alertTracked() }
            ownObservers?.notifyOfChanges()
        }
        isNotifying = false
        if isClosed { sweep() }
        if parts.isEmpty { updateNeed() }
    }

    private func alertTracked() { for part in tracked where part.isChanged { part.alert() } }

    /// Removes the parts that nothing observes.
    private func sweep() {
        // Retained until the list is whole again: what is released with a part may do anything.
        let all = (0..<parts.count).map { parts[$0].takeRetainedValue() }
        parts = Pool()
        for part in all where part.isObserved { parts.append(.passRetained(part)) }
        (shared, tracked) = (shared.filter { $1.isObserved }, tracked.filter(\.isObserved))
        updateNeed()
        withExtendedLifetime(all) {}
    }

    /// Ends every registration, and takes no more.
    package func close() {
        isClosed = true
        ownObservers?.close()
        if isTracked { tracker.alert() }
        for part in tracked { part.alert() }
        if !isNotifying, !parts.isEmpty { sweep() }
    }
}

/// A part of a store's state that is observed; its type is known to those who observe it.
@usableFromInline package class ObservedPart {
    // Accesses are unchecked, because a check costs more than the access. Safe: only the engine's actor touches them.
    /// Whether it differs in this turn from what it was.
    @exclusivity(unchecked) final var isChanged = false
    /// Whether an access that Observation tracks has read it since it last changed.
    @exclusivity(unchecked) private(set) final var isTracked = false
    @exclusivity(unchecked) final var observerCount = 0
    @exclusivity(unchecked) final var tracker: Tracker?
    /// The key path that names it, if one does.
    final let path: AnyKeyPath?
    /// Where the value is that observers are notified of.
    @exclusivity(unchecked) @usableFromInline final var value: UnsafeRawPointer
    /// Compares the part with what it was, and keeps what it is. Returns whether it differs.
    ///
    /// A closure, because a method of a generic class would not be specialized.
    final let update: (ObservedPart, UnsafeRawPointer) -> Bool

    /// A part whose value is where `value` says.
    @usableFromInline package init(
        _ value: UnsafeRawPointer, at path: AnyKeyPath? = nil,
        _ update: @escaping (ObservedPart, UnsafeRawPointer) -> Bool
    ) {
        (self.value, self.path, self.update) = (value, path, update)
    }

    final var isObserved: Bool { observerCount > 0 || isTracked }

    /// Notes a read, if Observation tracks it.
    final func noteRead() { if tracker?.noteRead() == true { isTracked = true } }

    /// Notifies those that Observation tracks.
    final func alert() {
        guard isTracked else { return }
        isTracked = false
        tracker?.alert()
    }
}

/// A part that keeps its value, to compare the next one with.
@usableFromInline package final class ObservedValue<Value>: ObservedPart {
    /// The value at the last comparison. Safe: as in ``ObservedPart``.
    @exclusivity(unchecked) @usableFromInline var last: Value

    /// `update` calls ``keep(_:in:_:)``. It is written where the types are known, so that it is specialized.
    @inlinable
    package init(
        _ first: Value, at path: AnyKeyPath? = nil, _ update: @escaping (ObservedPart, UnsafeRawPointer) -> Bool
    ) {
        last = first
        super.init(UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped, at: path, update)
        // Safe: a stored property of an object does not move.
        value = withUnsafeMutablePointer(to: &last) { UnsafeRawPointer($0) }
    }

    /// Keeps a value, unless it is the same as the last one.
    ///
    /// - Returns: whether it differs.
    @inlinable @inline(__always)
    package static func keep(_ value: Value, in part: ObservedPart, _ isSame: (Value, Value) -> Bool) -> Bool {
        let part = unsafeDowncast(part, to: ObservedValue.self)
        if isSame(part.last, value) { return false }
        part.last = value
        return true
    }
}
