import Observation

/// What is observed of a store's state: its parts, each compared once for all that observe it, and the observers in the
/// order of registration.
final class StateObservers: StateObserverList {
    private struct Observer {
        let subscription: Subscription
        let part: ObservedPart
        let notify: (UnsafeRawPointer) -> Void
    }

    private var parts: [ObservedPart] = []
    /// The parts that a key path names, by their key path.
    private var shared: [AnyKeyPath: ObservedPart] = [:]
    private var observers: [Observer] = []
    private var hasUnobservedParts = false
    private var isClosed = false
    /// Reads of the whole state.
    private let tracker = Tracker()
    /// Whether an access that Observation tracks has read the whole state since it last changed.
    private var isTracked = false
    /// Never notified of a change: it only finds out whether Observation tracks.
    private let probe = Tracker()

    var count: Int {
        prune()
        return observers.count
    }

    /// The part that a key path names; those that ask for the same path share it.
    func part<State, Value: Equatable>(
        _ path: KeyPath<State, Value>, _ state: UnsafeRawPointer
    ) -> ObservedValue<State, Value> {
        if let part = shared[path] as? ObservedValue<State, Value> { return part }
        let part = part(StateReading(path), state) { (one: Value, other: Value) in one == other }
        if !isClosed { shared[path] = part }
        return part
    }

    /// A part of its own; without `isSame`, every turn of the store changes it.
    func part<State, Value>(
        _ reading: StateReading<State, Value>, _ state: UnsafeRawPointer, _ isSame: ((Value, Value) -> Bool)?
    ) -> ObservedValue<State, Value> {
        let part = ObservedValue(reading, state, isSame)
        if !isClosed { parts.append(part) }
        return part
    }

    /// Notes that the whole state was read.
    func noteRead() {
        if tracker.noteRead() { isTracked = true }
    }

    /// Reads what a key path names, and notes it where Observation tracks.
    func read<State, Value: Equatable>(_ path: KeyPath<State, Value>, _ state: UnsafeRawPointer) -> Value {
        guard probe.noteRead() else { return state.assumingMemoryBound(to: State.self).pointee[keyPath: path] }
        let part = part(path, state)
        part.noteRead()
        return part.read(state)
    }

    /// Registers an observer of a part. It is notified once its subscription has started.
    func add<State, Value>(
        to part: ObservedValue<State, Value>, number: UInt64, owner: AnyObject?, onClose: (() -> Void)?,
        _ body: @escaping (Value) -> Void
    ) -> Subscription {
        let subscription = Subscription(number: number, owner: owner)
        if isClosed {
            subscription.cancel()
            onClose?()
            return subscription
        }
        subscription.isStarted = false
        subscription.onCancel = { [weak self] in
            self?.remove(number)
            onClose?()
        }
        part.observerCount += 1
        observers.append(
            Observer(subscription: subscription, part: part) { [unowned part] in body(part.value(in: $0)) })
        return subscription
    }

    /// Notifies the observers of the parts that differ from what they were, as far as they registered until number
    /// `last`.
    func notify(_ state: UnsafeRawPointer, upTo last: UInt64) {
        if isTracked {
            // Those that are notified read again, and are tracked again.
            isTracked = false
            tracker.alert()
        }
        sweep()
        var hasChanged = false
        for part in parts where part.update(state) { hasChanged = true }
        if !hasChanged { return }
        for part in parts where part.isChanged {
            part.notifyTracker()
            if !part.isObserved { hasUnobservedParts = true }
        }
        var hasEnded = false
        for observer in observers {
            let subscription = observer.subscription
            if subscription.number > last { break }
            if !observer.part.isChanged { continue }
            if !subscription.isActive {
                hasEnded = true
            } else if subscription.isStarted {
                observer.notify(state)
            }
        }
        for part in parts { part.isChanged = false }
        if hasEnded { prune() }
        sweep()
    }

    /// Ends the observers whose owner was released.
    private func prune() {
        for observer in observers where !observer.subscription.isActive { observer.subscription.cancel() }
    }

    private func remove(_ number: UInt64) {
        let index = countBefore(among: observers.count) { observers[$0].subscription.number < number }
        guard index < observers.count, observers[index].subscription.number == number else { return }
        // Retained until the list is whole again: what is released with it may end others.
        let ended = observers.remove(at: index)
        ended.part.observerCount -= 1
        if !ended.part.isObserved { hasUnobservedParts = true }
        withExtendedLifetime(ended) {}
    }

    private func sweep() {
        guard hasUnobservedParts else { return }
        hasUnobservedParts = false
        // Retained until the list is whole again: what is released with it may do anything.
        let all = parts
        parts = all.filter(\.isObserved)
        shared = shared.filter { $1.isObserved }
        withExtendedLifetime(all) {}
    }

    /// Ends every registration, and takes no more.
    func close() {
        isClosed = true
        tracker.alert()
        for part in parts { part.notifyTracker() }
        let ended = observers
        (parts, shared, observers) = ([], [:], [])
        for observer in ended { observer.subscription.cancel() }
    }
}

/// A part of a store's state that is observed; its type is known to those who observe it.
class ObservedPart {
    /// Whether it differs in this turn from what it was.
    final var isChanged = false
    final var observerCount = 0
    /// Whether an access that Observation tracks has read it since it last changed.
    final var isTracked = false

    final var isObserved: Bool { isTracked || observerCount > 0 }

    /// Compares it with what it was, and keeps what it is.
    ///
    /// - Returns: whether it differs.
    func update(_ state: UnsafeRawPointer) -> Bool { false }

    func notifyTracker() {}
}

/// A part with its type.
final class ObservedValue<State, Value>: ObservedPart, Observable {
    private let reading: StateReading<State, Value>
    private let isSame: ((Value, Value) -> Bool)?
    /// The value at the last comparison.
    private var last: Value?
    private let registrar = ObservationRegistrar()

    init(_ reading: StateReading<State, Value>, _ state: UnsafeRawPointer, _ isSame: ((Value, Value) -> Bool)?) {
        (self.reading, self.isSame) = (reading, isSame)
        last = isSame == nil ? nil : reading.read(state)
    }

    /// What Observation knows the value as.
    private var value: Void { () }

    func read(_ state: UnsafeRawPointer) -> Value { reading.read(state) }

    /// The value that observers are notified of.
    func value(in state: UnsafeRawPointer) -> Value { last ?? read(state) }

    override func update(_ state: UnsafeRawPointer) -> Bool {
        if let isSame, let last {
            let value = read(state)
            if isSame(last, value) { return false }
            self.last = value
        }
        isChanged = true
        return true
    }

    func noteRead() {
        registrar.access(self, keyPath: \.value)
        isTracked = true
    }

    override func notifyTracker() {
        guard isTracked else { return }
        isTracked = false
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}

/// How a part of a state is read.
enum StateReading<State, Value> {
    case offset(Int)
    case path(KeyPath<State, Value>)
    case function((State) -> Value)

    init(_ path: KeyPath<State, Value>) {
        self = MemoryLayout<State>.offset(of: path).map(StateReading.offset) ?? .path(path)
    }

    func read(_ state: UnsafeRawPointer) -> Value {
        switch self {
        case .offset(let offset): state.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
        case .path(let path): state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        case .function(let function): function(state.assumingMemoryBound(to: State.self).pointee)
        }
    }
}
