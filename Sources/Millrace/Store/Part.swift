public import Observation

/// A part of a state that somebody watches, with its types hidden: compared once for all who do.
///
/// What it does with the values is in closures that are made where the types are known, so that they are compiled for
/// them: the methods of a generic class that are called through a table are not.
@usableFromInline class AnyPart: Observable {
    /// Compares with what was, and remembers what is.
    ///
    /// - Returns: whether it has changed.
    @exclusivity(unchecked) @usableFromInline final var update: (UnsafeRawPointer) -> Bool = { _ in true }
    /// Tells those who watch, in order, as far as they registered until the given number.
    @exclusivity(unchecked) @usableFromInline final var tellHearers: (UnsafeRawPointer, UInt64) -> Void = { _, _ in }
    /// Safe: the part holds the list.
    unowned(unsafe) final let list: AnyHearers
    @exclusivity(unchecked) final var isTracked = false
    private let registrar = ObservationRegistrar()

    @usableFromInline init(_ list: AnyHearers) { self.list = list }

    /// What Observation knows the part by.
    private var value: Void { () }

    final var isWatched: Bool { isTracked || !list.isEmpty }

    /// Those who watch, in order, and how to tell each.
    func calls(_ state: UnsafeRawPointer) -> [Call] { [] }

    /// Tells Observation and, in order, those who watch.
    final func tell(_ state: UnsafeRawPointer, upTo last: UInt64) {
        if isTracked { alertTracker() }
        if !list.isEmpty { tellHearers(state, last) }
    }

    /// Says that it was read.
    @usableFromInline final func noteRead() {
        registrar.access(self, keyPath: \.value)
        isTracked = true
    }

    /// Observation forgets whoever it has told, so nothing is watched again until it is read again.
    final func alertTracker() {
        guard isTracked else { return }
        isTracked = false
        registrar.withMutation(of: self, keyPath: \.value) {}
    }

    final func close() {
        alertTracker()
        list.close()
    }
}

/// A part of a state that somebody watches.
@usableFromInline final class Part<State, Value>: AnyPart {
    @usableFromInline let reading: Reading<State, Value>
    /// What it was when it was last compared; `nil` where every turn counts as a change, so that the state is not
    /// copied on write.
    @exclusivity(unchecked) @usableFromInline var last: Value?
    /// Whether it is compared, so that it must remember.
    @usableFromInline let remembers: Bool
    @usableFromInline let hearers = Hearers<Value>()

    @usableFromInline init(_ reading: Reading<State, Value>, remembers: Bool) {
        (self.reading, self.remembers) = (reading, remembers)
        super.init(hearers)
    }

    /// A part that is told at every turn for which `isSame`, if it is given, says that it has changed.
    @inlinable static func make(
        _ reading: Reading<State, Value>, isSame: ((Value, Value) -> Bool)?
    ) -> Part {
        let part = Part(reading, remembers: isSame != nil)
        // Safe, here and below: the part holds the closures.
        if let isSame {
            part.update = { [unowned(unsafe) part] state in
                let value = part.read(state)
                if let last = part.last, isSame(last, value) { return false }
                part.last = value
                return true
            }
        }
        part.tellHearers = { [unowned(unsafe) part] state, last in part.hearers.tell(part.read(state), upTo: last) }
        return part
    }

    /// A part that is told when it is no longer equal to what it was.
    @inlinable static func make(_ path: KeyPath<State, Value>) -> Part where Value: Equatable {
        let part = Part(Reading(path), remembers: true)
        part.update = { [unowned(unsafe) part] state in
            let value = part.read(state)
            if part.last == value { return false }
            part.last = value
            return true
        }
        part.tellHearers = { [unowned(unsafe) part] state, last in part.hearers.tell(part.read(state), upTo: last) }
        return part
    }

    /// The value now.
    @inlinable func read(_ state: UnsafeRawPointer) -> Value { reading.read(state) }

    /// Remembers the value, if nobody has watched until now.
    @usableFromInline func start(_ state: UnsafeRawPointer) {
        if remembers, !isWatched { last = read(state) }
    }

    override func calls(_ state: UnsafeRawPointer) -> [Call] {
        let value = read(state)
        return [Call(number: 0, isActive: { true }, make: alertTracker)]
            + hearers.current.map { hearer in
                Call(number: hearer.subscription.number, isActive: { hearer.subscription.isActive }) {
                    hearer.hear(value)
                }
            }
    }
}

/// Somebody to tell, when those who watch several parts are told in one order.
struct Call {
    let number: UInt64
    let isActive: () -> Bool
    let make: () -> Void
}

/// How a part is read out of a state: at its place in memory where it is stored as it is, else by key path or function.
@usableFromInline enum Reading<State, Value> {
    case offset(Int)
    case path(KeyPath<State, Value>)
    case function((State) -> Value)

    @inlinable init(_ path: KeyPath<State, Value>) {
        self = MemoryLayout<State>.offset(of: path).map(Reading.offset) ?? .path(path)
    }

    /// The part of the state at `state`, whose type it is.
    @inlinable func read(_ state: UnsafeRawPointer) -> Value {
        switch self {
        case .offset(let offset): state.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
        case .path(let path): state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        case .function(let function): function(state.assumingMemoryBound(to: State.self).pointee)
        }
    }
}
