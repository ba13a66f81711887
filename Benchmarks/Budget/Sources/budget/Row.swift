/// A program that does the same work `count` times. The cost of one is the difference between a run with twice the count and
/// a run with the count.
struct Row {
    let name: String
    /// How often the work is done in the shorter of the two runs.
    let count: Int
    let kind: Kind
    /// Prepares the program, and returns the work.
    let prepare: @MainActor () -> @MainActor (Int) -> Void

    enum Kind: String {
        /// Work whose instructions and allocations are counted.
        case work
        /// Objects that stay alive until the process ends: their bytes and allocations.
        case memory
    }

    /// A row of work that has ended when the body returns.
    init(_ name: String, count: Int = 1_000, _ prepare: @escaping @MainActor () -> @MainActor (Int) -> Void) {
        (self.name, self.count, self.prepare) = (name, count, prepare)
        kind = .work
    }

    /// A row of work that suspends, on an actor of its own.
    init(
        suspending name: String, count: Int = 1_000,
        _ work: @escaping @Sendable (isolated LocalActor, Int) async -> Void
    ) {
        self.init(name, count: count) { { count in LocalActor.run { await work($0, count) } } }
    }

    /// A row of objects that `make` makes and that stay alive.
    init(
        memory name: String, count: Int = 1_000, _ prepare: @escaping @MainActor () -> @MainActor (Int) -> Any
    ) {
        (self.name, self.count) = (name, count)
        kind = .memory
        self.prepare = {
            let make = prepare()
            return { Kept.values.append(make($0)) }
        }
    }
}

/// What stays alive until the process ends.
@MainActor private enum Kept {
    static var values: [Any] = []
}
