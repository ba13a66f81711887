import Observation

/// The parts of one state that are observed. A turn costs one comparison for each part, however many observe it.
final class ObservedState {
    private var parts: [any ObservedPart] = []
    /// The parts that share their observers: those that are named by a key path.
    private var shared: [AnyKeyPath: any ObservedPart] = [:]
    private var isClosed = false
    /// Whether there may be parts that nobody observes any more.
    private var isIdle = false
    /// The parts that have changed in the turn.
    private var changed: [any ObservedPart] = []

    var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// The part at `path`, made if nobody observes it yet.
    func part<State, Value: Equatable>(
        _ path: KeyPath<State, Value>, _ state: UnsafeRawPointer
    ) -> ObservedValue<State, Value> {
        if let part = shared[path] as? ObservedValue<State, Value> {
            part.start(state)
            return part
        }
        let part = ObservedValue<State, Value>(Reading(path), state) { $0 == $1 }
        if !isClosed { shared[path] = part }
        add(part)
        return part
    }

    /// A part of its own; without `isSame` every turn counts as a change.
    func part<State, Value>(
        _ reading: Reading<State, Value>, _ state: UnsafeRawPointer, _ isSame: ((Value, Value) -> Bool)?
    ) -> ObservedValue<State, Value> {
        let part = ObservedValue(reading, state, isSame)
        add(part)
        return part
    }

    private func add(_ part: any ObservedPart) {
        if isClosed { return part.close() }
        parts.append(part)
        part.onIdle { [weak self] in self?.isIdle = true }
    }

    /// Notifies the observers whose part has changed, in the order of registration, as far as they registered until
    /// number `last`.
    func notify(_ state: UnsafeRawPointer, upTo last: UInt64) {
        sweep()
        for part in parts where part.update(state) { changed.append(part) }
        if changed.isEmpty { return }
        let changed = changed
        self.changed.removeAll(keepingCapacity: true)
        for part in changed { part.notifyTracker() }
        if changed.count == 1 { changed[0].notify(state, from: 0, upTo: last) } else { notify(changed, state, last) }
        sweep()
    }

    /// Notifies the observers of several parts in the order in which they registered.
    private func notify(_ parts: [any ObservedPart], _ state: UnsafeRawPointer, _ last: UInt64) {
        var observers: [(number: UInt64, part: Int)] = []
        for (index, part) in parts.enumerated() {
            for number in part.numbers where number <= last { observers.append((number, index)) }
        }
        for observer in observers.inOrder(of: \.number) {
            parts[observer.part].notify(state, from: observer.number, upTo: observer.number)
        }
    }

    /// Forgets the parts that nobody observes any more.
    private func sweep() {
        guard isIdle else { return }
        isIdle = false
        // Retained until the lists are whole again: what is released with them may do anything.
        let all = parts
        parts = all.filter(\.isObserved)
        shared = shared.filter { $1.isObserved }
        withExtendedLifetime(all) {}
    }

    func close() {
        isClosed = true
        for part in parts { part.close() }
        isIdle = true
        sweep()
    }
}

/// A part of a state that is observed, with its types hidden.
protocol ObservedPart: AnyObject {
    var count: Int { get }
    /// The numbers of the observers, in order.
    var numbers: [UInt64] { get }
    var isObserved: Bool { get }
    /// Compares with the last value, and remembers the present one. Returns whether it has changed.
    func update(_ state: UnsafeRawPointer) -> Bool
    /// Notifies the observers with numbers in a range.
    func notify(_ state: UnsafeRawPointer, from first: UInt64, upTo last: UInt64)
    func notifyTracker()
    func onIdle(_ body: @escaping () -> Void)
    func close()
}

/// A part of a state that is observed: compared once for all who do.
final class ObservedValue<State, Value>: ObservedPart, Observable {
    private let reading: Reading<State, Value>
    private let isSame: ((Value, Value) -> Bool)?
    /// The value when it was last compared; `nil` where every turn counts as a change.
    private var last: Value?
    let observers = ObserverList<Value>()
    private var isTracked = false
    private let registrar = ObservationRegistrar()

    init(_ reading: Reading<State, Value>, _ state: UnsafeRawPointer, _ isSame: ((Value, Value) -> Bool)?) {
        (self.reading, self.isSame) = (reading, isSame)
        last = isSame == nil ? nil : reading.read(state)
    }

    /// What Observation knows the part by.
    private var value: Void { () }

    var count: Int { observers.count }
    var numbers: [UInt64] { observers.members.map(\.subscription.number) }
    var isObserved: Bool { isTracked || !observers.isEmpty }

    func read(_ state: UnsafeRawPointer) -> Value { reading.read(state) }

    /// Remembers the value, if nobody has observed it until now.
    func start(_ state: UnsafeRawPointer) {
        if !isObserved, isSame != nil { last = read(state) }
    }

    func update(_ state: UnsafeRawPointer) -> Bool {
        guard let isSame, let last else { return true }
        let value = read(state)
        if isSame(last, value) { return false }
        self.last = value
        return true
    }

    func notify(_ state: UnsafeRawPointer, from first: UInt64, upTo last: UInt64) {
        let value = self.last ?? read(state)
        observers.notify(value, from: first, upTo: last)
    }

    /// Says that it was read within a tracking.
    func noteRead() {
        registrar.access(self, keyPath: \.value)
        isTracked = true
    }

    /// Observation forgets what it has notified, so the part is not tracked until it is read again.
    func notifyTracker() {
        guard isTracked else { return }
        isTracked = false
        if observers.isEmpty { observers.onEmpty?() }
        registrar.withMutation(of: self, keyPath: \.value) {}
    }

    func onIdle(_ body: @escaping () -> Void) { observers.onEmpty = body }

    func close() {
        notifyTracker()
        observers.close()
    }
}

/// How a part is read out of a state: at its place in memory where it is stored, else by key path or function.
enum Reading<State, Value> {
    case offset(Int)
    case path(KeyPath<State, Value>)
    case function((State) -> Value)

    init(_ path: KeyPath<State, Value>) {
        self = MemoryLayout<State>.offset(of: path).map(Reading.offset) ?? .path(path)
    }

    /// The part of the state at an address, whose type it is.
    func read(_ state: UnsafeRawPointer) -> Value {
        switch self {
        case .offset(let offset): state.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
        case .path(let path): state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        case .function(let function): function(state.assumingMemoryBound(to: State.self).pointee)
        }
    }
}
