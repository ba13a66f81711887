/// The parts of one state that are watched. A change costs one comparison for each part, however many watch it.
@usableFromInline final class Watch {
    // Unchecked, because a check costs more than the access. Safe: only the engine's actor touches them, and no access
    // calls anything.
    @exclusivity(unchecked) @usableFromInline private(set) var parts: [AnyPart] = []
    /// Whether it is being told, so that no part may be let go.
    @exclusivity(unchecked) @usableFromInline var isTelling = false
    /// The store's, to say where a send sees it that nobody watches a part any more. Safe: once the watch is closed, and
    /// it is before the store's core goes, there is nobody to say so.
    private let attention: UnsafeMutablePointer<UInt>
    /// The parts that have changed in this turn, where there are several.
    @exclusivity(unchecked) private var changed = Merging()
    /// The parts that share their watchers: those that are named by a key path.
    private var shared: [AnyKeyPath: AnyPart] = [:]
    private var isClosed = false

    init(_ attention: UnsafeMutablePointer<UInt>) { self.attention = attention }

    var isWatched: Bool { !parts.isEmpty }
    var count: Int { parts.reduce(0) { $0 + $1.list.count } }

    /// The part at `path`, made if nobody watches it yet.
    @inlinable func part<State, Value: Equatable>(
        _ path: KeyPath<State, Value>, _ state: UnsafeRawPointer
    ) -> Part<State, Value> {
        if let part = shared(path) as? Part<State, Value> {
            part.start(state)
            return part
        }
        let part = Part.make(path, state)
        share(part, path)
        add(part)
        return part
    }

    /// A part of its own.
    @inlinable func part<State, Value>(
        _ reading: Reading<State, Value>, _ state: UnsafeRawPointer, isSame: ((Value, Value) -> Bool)?
    ) -> Part<State, Value> {
        let part = isSame.map { Part.make(reading, state, isSame: $0) } ?? Part.make(reading)
        add(part)
        return part
    }

    @usableFromInline func shared(_ path: AnyKeyPath) -> AnyPart? { shared[path] }

    @usableFromInline func share(_ part: AnyPart, _ path: AnyKeyPath) {
        if !isClosed { shared[path] = part }
    }

    @usableFromInline func add(_ part: AnyPart) {
        if isClosed { return part.close() }
        parts.append(part)
        part.list.onEmpty = { [weak self] in self?.noteIdle() }
    }

    /// Tells those whose part has changed, in the order of registration, whatever they watch.
    ///
    /// Turns do not nest, so nor does this. Before it and after it the parts that nobody watches any more are to be
    /// swept.
    ///
    /// - Parameter begin: done before the first is told; gives the number of the last registration until now, because
    ///   who comes later was given what is of this turn.
    /// - Returns: whether anybody was told.
    @inlinable @inline(__always) func notify(_ state: UnsafeRawPointer, _ begin: () -> UInt64) -> Bool {
        isTelling = true
        for index in parts.indices {
            // Safe, here and below: no part is let go before all are told.
            let part = Unmanaged.passUnretained(parts[index])
            if part._withUnsafeGuaranteedRef({ $0.update(state) }) {
                let last = begin()
                if index + 1 == parts.count {
                    part._withUnsafeGuaranteedRef { $0.tell(state, upTo: last) }
                } else {
                    tell(part, andThoseFrom: index + 1, state, upTo: last)
                }
                isTelling = false
                return true
            }
        }
        isTelling = false
        return false
    }

    /// Tells those whose part has changed: `first`, and those from the place `index` on.
    @usableFromInline @inline(never) func tell(
        _ first: Unmanaged<AnyPart>, andThoseFrom index: Int, _ state: UnsafeRawPointer, upTo last: UInt64
    ) {
        for index in index..<parts.count {
            let part = Unmanaged.passUnretained(parts[index])
            part._withUnsafeGuaranteedRef { if $0.update(state) { changed.add($0) } }
        }
        if changed.isEmpty { return first._withUnsafeGuaranteedRef { $0.tell(state, upTo: last) } }
        first._withUnsafeGuaranteedRef { changed.add($0) }
        changed.tell(state, upTo: last)
    }

    private func noteIdle() { attention.set(Attention.idle, to: true) }

    /// Forgets the parts that nobody watches any more.
    @usableFromInline @inline(never) func sweep() {
        // They are held until the lists are whole again: what goes with them may be anybody's.
        let all = parts
        parts = all.filter(\.isWatched)
        shared = shared.filter { $1.isWatched }
        attention.set(Attention.idle, to: false)
        attention.set(Attention.watched, to: isWatched)
        withExtendedLifetime(all) {}
    }

    func close() {
        isClosed = true
        for part in parts { part.close() }
        if isTelling { noteIdle() } else { sweep() }
    }
}
