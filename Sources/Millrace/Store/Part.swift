import Observation

/// A part of a state that somebody watches: compared once for all who do.
final class Part<State, Value>: Observable {
    private let reading: Reading<State, Value>
    /// `nil` where every turn counts as a change; then nothing is remembered, so that the state is not copied on write.
    private let isSame: ((Value, Value) -> Bool)?
    /// What it was when it was last compared.
    private var last: Value?
    private let registrar = ObservationRegistrar()
    private var isTracked = false
    let hearers = Hearers<Value>()

    init(_ reading: Reading<State, Value>, isSame: ((Value, Value) -> Bool)?) {
        (self.reading, self.isSame) = (reading, isSame)
    }

    /// What Observation knows the part by.
    private var value: Value? { last }

    /// The value now.
    func read(_ state: UnsafePointer<State>) -> Value { reading.read(state) }

    /// Remembers the value, if nobody has watched until now.
    func start(_ state: UnsafePointer<State>) {
        if isSame != nil, !isWatched { last = read(state) }
    }

    /// The value now, and word to Observation when it has changed.
    func track(_ state: UnsafePointer<State>) -> Value {
        start(state)
        registrar.access(self, keyPath: \.value)
        isTracked = true
        return read(state)
    }
}

/// A watched part, with the type of its value hidden.
protocol AnyPart<State>: AnyObject {
    associatedtype State
    var isWatched: Bool { get }
    var count: Int { get }
    /// Compares with what was, and remembers what is.
    func update(_ state: UnsafePointer<State>) -> Bool
    /// Tells Observation and, in order, those who watch.
    func tell(_ state: UnsafePointer<State>, upTo last: UInt64)
    /// Those who watch, in order, and how to tell each.
    func calls(_ state: UnsafePointer<State>) -> [Call]
    func close()
}

extension Part: AnyPart {
    var isWatched: Bool { isTracked || !hearers.isEmpty }
    var count: Int { hearers.count }

    func update(_ state: UnsafePointer<State>) -> Bool {
        guard let isSame else { return true }
        let value = read(state)
        if let last, isSame(last, value) { return false }
        last = value
        return true
    }

    func tell(_ state: UnsafePointer<State>, upTo last: UInt64) {
        alertTracker()
        if !hearers.isEmpty { hearers.tell(read(state), upTo: last) }
    }

    func calls(_ state: UnsafePointer<State>) -> [Call] {
        let value = read(state)
        return [Call(number: 0, isActive: { true }, make: alertTracker)]
            + hearers.current.map { hearer in
                Call(number: hearer.subscription.number, isActive: { hearer.subscription.isActive }) {
                    if case .plain(let hear) = hearer.way { hear(value) }
                }
            }
    }

    /// Observation forgets whoever it has told, so nothing is watched again until it is read again.
    private func alertTracker() {
        guard isTracked else { return }
        isTracked = false
        registrar.withMutation(of: self, keyPath: \.value) {}
    }

    func close() {
        alertTracker()
        hearers.close()
    }
}

/// Somebody to tell, when those who watch several parts are told in one order.
struct Call {
    let number: UInt64
    let isActive: () -> Bool
    let make: () -> Void
}

/// How a part is read out of a state: at its place in memory where it is stored as it is, else by key path or function.
enum Reading<State, Value> {
    case offset(Int)
    case path(KeyPath<State, Value>)
    case function((State) -> Value)

    init(_ path: KeyPath<State, Value>) {
        self = MemoryLayout<State>.offset(of: path).map(Reading.offset) ?? .path(path)
    }

    func read(_ state: UnsafePointer<State>) -> Value {
        switch self {
        case .offset(let offset):
            UnsafeRawPointer(state).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
        case .path(let path): state.pointee[keyPath: path]
        case .function(let function): function(state.pointee)
        }
    }
}
