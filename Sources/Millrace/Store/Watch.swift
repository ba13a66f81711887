/// The parts of one state that are watched. A change costs one comparison for each part, however many watch it.
@usableFromInline final class Watch {
    @exclusivity(unchecked) private var parts: [AnyPart] = []
    /// The parts that share their watchers: those that are named by a key path.
    private var shared: [AnyKeyPath: AnyPart] = [:]
    private var isClosed = false

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
        let part = Part.make(path)
        share(part, path)
        part.start(state)
        add(part)
        return part
    }

    /// A part of its own.
    @inlinable func part<State, Value>(
        _ reading: Reading<State, Value>, _ state: UnsafeRawPointer, isSame: ((Value, Value) -> Bool)?
    ) -> Part<State, Value> {
        let part = Part.make(reading, isSame: isSame)
        part.start(state)
        add(part)
        return part
    }

    @usableFromInline func shared(_ path: AnyKeyPath) -> AnyPart? { shared[path] }

    @usableFromInline func share(_ part: AnyPart, _ path: AnyKeyPath) {
        if !isClosed { shared[path] = part }
    }

    @usableFromInline func add(_ part: AnyPart) {
        if isClosed { part.close() } else { parts.append(part) }
    }

    /// Tells those whose part has changed, in the order of registration, whatever they watch.
    ///
    /// - Returns: whether anybody watches still.
    @usableFromInline func notify(_ state: UnsafeRawPointer, upTo last: UInt64 = .max) -> Bool {
        var changed: AnyPart?
        var others: [AnyPart] = []
        var isIdle = false
        for part in parts {
            if !part.isWatched {
                isIdle = true
            } else if part.update(state) {
                if changed == nil { changed = part } else { others.append(part) }
            }
        }
        if others.isEmpty {
            changed?.tell(state, upTo: last)
        } else if let changed {
            tell([changed] + others, state, upTo: last)
        }
        if isIdle { sweep() }
        return isWatched
    }

    private func tell(_ parts: [AnyPart], _ state: UnsafeRawPointer, upTo last: UInt64) {
        let calls = parts.flatMap { $0.calls(state) }.sorted { $0.number < $1.number }
        for call in calls where call.number <= last && call.isActive() { call.make() }
    }

    /// Forgets the parts that nobody watches any more.
    private func sweep() {
        parts.removeAll { !$0.isWatched }
        shared = shared.filter { $1.isWatched }
    }

    func close() {
        isClosed = true
        for part in parts { part.close() }
        (parts, shared) = ([], [:])
    }
}
