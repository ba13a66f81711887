public import Observation

/// A part of a state that somebody watches, with its types hidden: compared once for all who do.
///
/// What it does with the values is in closures that are made where the types are known, so that they are compiled for
/// them: the methods of a generic class that are called through a table are not. They are constants, which are called
/// without being retained.
@usableFromInline class AnyPart: Observable {
    /// Compares with what was, and remembers what is.
    ///
    /// - Returns: whether it has changed.
    @usableFromInline final let update: (UnsafeRawPointer) -> Bool
    /// Tells those who watch: from a place in their list on, as far as they registered until the given number.
    ///
    /// - Returns: the place of the next.
    @usableFromInline final let tellHearers: (UnsafeRawPointer, Int, UInt64) -> Int
    final let list: AnyHearers
    @exclusivity(unchecked) @usableFromInline final var isTracked = false
    private let registrar = ObservationRegistrar()

    init(
        _ list: AnyHearers, update: @escaping (UnsafeRawPointer) -> Bool,
        tellHearers: @escaping (UnsafeRawPointer, Int, UInt64) -> Int
    ) {
        (self.list, self.update, self.tellHearers) = (list, update, tellHearers)
    }

    /// What Observation knows the part by.
    private var value: Void { () }

    final var isWatched: Bool { isTracked || !list.isEmpty }

    /// Tells Observation and, in order, those who watch.
    @inlinable @inline(__always) final func tell(_ state: UnsafeRawPointer, upTo last: UInt64) {
        if _slowPath(isTracked) { alertTracker() }
        _ = tellHearers(state, 0, last)
    }

    /// Says that it was read.
    @usableFromInline final func noteRead() {
        registrar.access(self, keyPath: \.value)
        isTracked = true
    }

    /// Observation forgets whoever it has told, so nothing is watched again until it is read again.
    @usableFromInline @inline(never) final func alertTracker() {
        guard isTracked else { return }
        isTracked = false
        if list.isEmpty { list.onEmpty?() }
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
    /// copied on write. Safe: freed with the part, touched on the engine's actor, and never while it is compared.
    @usableFromInline let last: UnsafeMutablePointer<Value>?
    @usableFromInline let hearers: Hearers<Value>

    @usableFromInline init(
        _ reading: Reading<State, Value>, _ last: UnsafeMutablePointer<Value>?, _ hearers: Hearers<Value>,
        update: @escaping (UnsafeRawPointer) -> Bool, tellHearers: @escaping (UnsafeRawPointer, Int, UInt64) -> Int
    ) {
        (self.reading, self.last, self.hearers) = (reading, last, hearers)
        super.init(hearers, update: update, tellHearers: tellHearers)
    }

    deinit {
        last?.deinitialize(count: 1)
        last?.deallocate()
    }

    /// A part that is told at every turn.
    @inlinable static func make(_ reading: Reading<State, Value>) -> Part {
        let hearers = Hearers<Value>()
        return Part(reading, nil, hearers) { _ in
            true
        } tellHearers: { state, start, number in
            hearers.tell(reading.read(state), from: start, upTo: number)
        }
    }

    /// A part that is told when it is no longer the same as it was in `state` or at the last change since.
    @inlinable static func make(
        _ reading: Reading<State, Value>, _ state: UnsafeRawPointer, isSame: @escaping (Value, Value) -> Bool
    ) -> Part {
        let hearers = Hearers<Value>()
        let last = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        last.initialize(to: reading.read(state))
        return make(reading, last, hearers) { state in
            let value = reading.read(state)
            if isSame(last.pointee, value) { return false }
            last.pointee = value
            return true
        }
    }

    /// A part that is told when it is no longer equal to what it was.
    @inlinable static func make(_ path: KeyPath<State, Value>, _ state: UnsafeRawPointer) -> Part
    where Value: Equatable {
        guard let offset = MemoryLayout<State>.offset(of: path) else { return make(.path(path), state, isSame: ==) }
        let hearers = Hearers<Value>()
        let last = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        last.initialize(to: Reading<State, Value>.offset(offset).read(state))
        // As above, but compared where it is: a part that has not changed is not copied.
        return make(.offset(offset), last, hearers) { state in
            let place = state.advanced(by: offset).assumingMemoryBound(to: Value.self)
            if last.pointee == place.pointee { return false }
            last.pointee = place.pointee
            return true
        }
    }

    /// A part that remembers: what it remembers has just been compared, so that is what it tells.
    @inlinable static func make(
        _ reading: Reading<State, Value>, _ last: UnsafeMutablePointer<Value>, _ hearers: Hearers<Value>,
        update: @escaping (UnsafeRawPointer) -> Bool
    ) -> Part {
        Part(reading, last, hearers, update: update) { _, start, number in
            hearers.tell(last.pointee, from: start, upTo: number)
        }
    }

    /// The value now.
    @inlinable func read(_ state: UnsafeRawPointer) -> Value { reading.read(state) }

    /// Remembers the value, if nobody has watched until now.
    @usableFromInline func start(_ state: UnsafeRawPointer) {
        if let last, !isWatched { last.pointee = read(state) }
    }
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
