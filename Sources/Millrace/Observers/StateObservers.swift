/// The observers of a store's state, in the order of registration, and the parts that they observe. Each part is compared once
/// for all its observers.
@usableFromInline package final class StateObservers {
    // Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses these
    // properties, and a part is removed only while no part is compared or notified.
    @exclusivity(unchecked) @usableFromInline var parts = Pool<Unmanaged<ObservedPart>>()
    /// The parts at key paths. The observers of the same key path share one part.
    @exclusivity(unchecked) private var shared: [AnyKeyPath: ObservedPart] = [:]
    @exclusivity(unchecked) private var isClosed = false
    @exclusivity(unchecked) private var isNotifying = false
    /// The number of parts above which a new observer removes those without observers. Otherwise they would remain until a turn.
    @exclusivity(unchecked) private var sweepCount: Int32 = 32
    /// Whether code that Observation tracks has read the whole state since its last change.
    @exclusivity(unchecked) @usableFromInline var isTracked = false
    /// The parts that code under Observation has read.
    @exclusivity(unchecked) private var tracked: [ObservedPart] = []
    @exclusivity(unchecked) private var ownObservers: ObserverList? {
        didSet { unmanagedObservers = ownObservers.map { .passUnretained($0) } }
    }
    /// The same list, for notifications, which would otherwise retain it. Safe: the list exists as long as this object.
    @exclusivity(unchecked) private var unmanagedObservers: Unmanaged<ObserverList>?
    /// Registers reads of the whole state with Observation.
    private lazy var tracker = Tracker()
    /// Detects whether Observation tracks the running code. It is never notified of a change.
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

    /// Whether a change of the state notifies no observer.
    @inlinable package var isEmpty: Bool { parts.isEmpty && !isTracked }

    /// Whether a turn has work after its reduction: observers to notify, or the work of ``settles``.
    @inlinable package var isNeeded: Bool { hasWork }
    // Other modules read this and `mustSettle` through another property, for the same reason as the address of an `AnyBox`.
    @exclusivity(unchecked) @usableFromInline var hasWork = false
    /// Whether each turn must compare the store's active commands, or cancel the effects of removed children.
    @inlinable package var settles: Bool {
        get { mustSettle }
        set {
            mustSettle = newValue
            updateNeed()
        }
    }
    @exclusivity(unchecked) @usableFromInline var mustSettle = false

    @usableFromInline func updateNeed() { hasWork = settles || !isEmpty }

    /// Returns the part at a key path, if it is observed.
    @usableFromInline package func part(at path: AnyKeyPath) -> ObservedPart? { shared[path] }

    /// Adds a part, which is compared in each turn while it is observed.
    @usableFromInline package func insert(_ part: ObservedPart) -> ObservedPart {
        if isClosed { return part }
        parts.append(.passRetained(part))
        hasWork = true
        if let path = part.path { shared[path] = part }
        return part
    }

    /// Registers a read of the whole state with Observation.
    package func noteRead() { if tracker.noteRead() { (isTracked, hasWork) = (true, true) } }

    /// Registers a read of the part at a key path with Observation, if the part was tracked before.
    ///
    /// - Returns: Whether this is the first tracked read of the part. The caller must then pass the part to ``noteRead(_:)``.
    @usableFromInline package func isTracking(_ path: AnyKeyPath) -> Bool {
        // Compared by identity: a key path literal is the same object at each read.
        for part in tracked where part.path === path {
            part.noteRead()
            return false
        }
        return probe.noteRead() && !isClosed
    }

    /// Registers a read of a part with Observation, which tracks the running code.
    @usableFromInline package func noteRead(_ part: ObservedPart) {
        if part.tracker == nil {
            part.tracker = Tracker()
            tracked.append(part)
        }
        part.noteRead()
    }

    /// Registers an observer of a part. It is notified of changes after its subscription has started.
    package func add<Value>(
        to part: ObservedPart, number: UInt64, owner: AnyObject?, onClose: (() -> Void)?,
        _ body: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner, isStarted: false)
        _ = observers.add(.init(subscription, part: part) { value, _ in apply(body, at: value) }, onClose)
        // After the part was added: an object that is released may send an action, and the part is then compared.
        if parts.count > Int(sweepCount), !isNotifying { sweep() }
        return subscription
    }

    /// Compares the parts with the state at an address, and notifies the observers of changed parts.
    package func notify(_ state: UnsafeRawPointer) {
        if isTracked {
            // Code that is notified may read the state again, and is then tracked again.
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
        // Done before observers are notified, because one of them may begin to observe a part that was not compared.
        if hasUnobserved { sweep() }
        if hasChanged {
            if !tracked.isEmpty { alertTracked() }
            unmanagedObservers?._withUnsafeGuaranteedRef { $0.notifyOfChanges() }
        }
        isNotifying = false
        if isClosed { sweep() }
        if parts.isEmpty { updateNeed() }
    }

    private func alertTracked() { for part in tracked where part.isChanged { part.alert() } }

    /// Removes the parts that have no observer and are not tracked.
    private func sweep() {
        // Retained until the list is valid again: the release of a part may run any code.
        let all = (0..<parts.count).map { parts[$0].takeRetainedValue() }
        parts = Pool()
        for part in all where part.isObserved { parts.append(.passRetained(part)) }
        (shared, tracked) = (shared.filter { $1.isObserved }, tracked.filter(\.isObserved))
        sweepCount = Int32(clamping: max(32, 2 * parts.count))
        updateNeed()
        withExtendedLifetime(all) {}
    }

    /// Ends every registration, and accepts no more.
    package func close() {
        isClosed = true
        ownObservers?.close()
        if isTracked { tracker.alert() }
        for part in tracked { part.alert() }
        if !isNotifying, !parts.isEmpty { sweep() }
    }
}

/// A part of a store's state that is observed. The code that registers its observers knows its type.
@usableFromInline package class ObservedPart {
    /// Compares a part with its value in the state at an address, and keeps that value. Returns whether the values differ.
    @usableFromInline package typealias Update = (ObservedPart, UnsafeRawPointer) -> Bool

    // Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses these
    // properties.
    /// Whether the part has changed in this turn.
    @exclusivity(unchecked) final var isChanged = false
    /// Whether code that Observation tracks has read the part since its last change.
    @exclusivity(unchecked) private(set) final var isTracked = false
    @exclusivity(unchecked) final var observerCount = 0
    @exclusivity(unchecked) final var tracker: Tracker?
    final let path: AnyKeyPath?
    /// The address of the value that observers receive.
    @inlinable package final var value: UnsafeRawPointer { address }
    @exclusivity(unchecked) @usableFromInline final var address: UnsafeRawPointer
    /// A closure, because a method of a generic class would not be specialized.
    final let update: Update

    /// Creates a part whose value is at the address `value`.
    @usableFromInline package init(
        _ value: UnsafeRawPointer, at path: AnyKeyPath? = nil, _ update: @escaping Update
    ) {
        (address, self.path, self.update) = (value, path, update)
    }

    final var isObserved: Bool { observerCount > 0 || isTracked }

    /// Registers a read with Observation, if this part is tracked.
    final func noteRead() { if tracker?.noteRead() == true { isTracked = true } }

    /// Notifies the code that Observation tracks.
    final func alert() {
        guard isTracked else { return }
        isTracked = false
        tracker?.alert()
    }
}

/// A part that keeps its last value for the next comparison.
@usableFromInline package final class ObservedValue<Value>: ObservedPart {
    /// The value at the last comparison. Safe: for the reason in ``ObservedPart``.
    @exclusivity(unchecked) @usableFromInline var last: Value

    /// Creates a part. The closure `update` must call ``keep(_:in:_:)``. The caller creates the closure where the types are
    /// known, so that it is specialized.
    @inlinable
    package init(_ first: Value, at path: AnyKeyPath? = nil, _ update: @escaping Update) {
        last = first
        super.init(UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped, at: path, update)
        // Safe: a stored property of an object does not change its address.
        address = withUnsafeMutablePointer(to: &last) { UnsafeRawPointer($0) }
    }

    /// Keeps a value, unless it is the same as the last one.
    ///
    /// - Returns: Whether the value differs from the last one.
    @inlinable @inline(__always)
    package static func keep(_ value: Value, in part: ObservedPart, _ isSame: (Value, Value) -> Bool)
        -> Bool
    {
        let part = unsafeDowncast(part, to: ObservedValue.self)
        if isSame(part.last, value) { return false }
        part.last = value
        return true
    }
}
