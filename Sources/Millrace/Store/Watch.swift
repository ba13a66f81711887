/// The parts of one state that are watched. A change costs one comparison for each part, however many watch it.
@usableFromInline final class Watch<State> {
    private var parts: [any AnyPart<State>] = []
    /// The parts that share their watchers: those that are named by a key path.
    private var shared: [AnyKeyPath: any AnyPart<State>] = [:]

    private var isClosed = false

    var isWatched: Bool { !parts.isEmpty }
    var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// The part at `path`, made if nobody watches it yet.
    func part<Value: Equatable>(_ path: KeyPath<State, Value>, _ state: UnsafePointer<State>) -> Part<State, Value> {
        if let part = shared[path] as? Part<State, Value> {
            part.start(state)
            return part
        }
        let part = add(Reading(path), state, isSame: ==)
        if !isClosed { shared[path] = part }
        return part
    }

    /// A part of its own.
    func add<Value>(
        _ reading: Reading<State, Value>, _ state: UnsafePointer<State>, isSame: ((Value, Value) -> Bool)?
    ) -> Part<State, Value> {
        let part = Part(reading, isSame: isSame)
        part.start(state)
        if isClosed { part.close() } else { parts.append(part) }
        return part
    }

    /// Tells those whose part has changed, in the order of registration, whatever they watch.
    func notify(_ state: UnsafePointer<State>, upTo last: UInt64) {
        var changed: (any AnyPart<State>)?
        var others: [any AnyPart<State>] = []
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
    }

    private func tell(_ parts: [any AnyPart<State>], _ state: UnsafePointer<State>, upTo last: UInt64) {
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
