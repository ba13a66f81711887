/// A program that repeats an operation `count` times, and then twice as often. The cost of one operation is the difference, divided
/// by the count.
struct Row {
    let name: String
    /// The smaller number of repetitions.
    let count: Int
    let kind: Kind
    /// Prepares the program, and returns a closure that repeats the operation.
    let prepare: @MainActor () -> @MainActor (Int) -> Void

    enum Kind: String {
        /// An operation whose instructions and allocations are counted.
        case work
        /// Objects that are retained until the process ends. Their bytes and allocations are counted.
        case memory
    }

    /// Creates a row with a synchronous operation.
    init(_ name: String, count: Int = 1_000, _ prepare: @escaping @MainActor () -> @MainActor (Int) -> Void) {
        (self.name, self.count, self.prepare) = (name, count, prepare)
        kind = .work
    }

    /// Creates a row with an operation that suspends, on a separate actor.
    init(
        suspending name: String, count: Int = 1_000,
        _ work: @escaping @Sendable (isolated LocalActor, Int) async -> Void
    ) {
        self.init(name, count: count) { { count in LocalActor.run { await work($0, count) } } }
    }

    /// Creates a row with objects that are retained.
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

/// The objects that are retained until the process ends.
@MainActor private enum Kept {
    static var values: [Any] = []
}
