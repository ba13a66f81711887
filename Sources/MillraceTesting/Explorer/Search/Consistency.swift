public import Millrace

/// Expands some of the system states twice, to check that the reducer depends only on its arguments.
///
/// Expanding one value twice detects a clock or a random number. Expanding an equal value that another path reached
/// detects a dependence on the order of a set or a dictionary, because the two values were built in different orders.
@usableFromInline final class Consistency<R: Reducer> {
    /// A system state that is checked. The fingerprints are those after each step, in the first expansion.
    private struct Checked {
        let world: World<R>
        var successors: [UInt64]?
        /// The number of times that the system state was checked again.
        var repeats = 0
    }

    /// The checked system states, by their numbers.
    private var checked: [Int: Checked] = [:]
    /// Whether system states that were reached again are equal values, and not merged by a projection or a symmetry.
    private let isExact: Bool

    init(isExact: Bool) { self.isExact = isExact }

    /// Whether a system state is checked: each of the first 64, then one in 32, and from 4,096 on one in 1,024.
    @inlinable func isMeant(_ fingerprint: UInt64, _ count: Int) -> Bool {
        fingerprint & (count < 64 ? 0 : count < 4096 ? 31 : 1023) == 0
    }

    /// Whether a system state that was reached again is checked again. Counts the check.
    @usableFromInline func isOpen(_ number: Int) -> Bool {
        guard isExact, let known = checked[number], known.repeats < 2 else { return false }
        checked[number]?.repeats += 1
        return true
    }

    /// Adds a new system state.
    @usableFromInline func insert(_ world: World<R>, _ number: Int) { checked[number] = Checked(world: world) }

    /// The value of a system state that was reached first.
    func world(_ number: Int) -> World<R>? { checked[number]?.world }

    /// The index of the first step with a different result, in two expansions of one value or of two equal values.
    @usableFromInline func check(_ number: Int, _ isNew: Bool, _ first: [UInt64], _ second: [UInt64]) -> Int? {
        if isNew { checked[number]?.successors = first }
        return difference(checked[number]?.successors ?? first, isNew ? second : first)
    }

    private func difference(_ one: [UInt64], _ other: [UInt64]) -> Int? {
        if one == other { return nil }
        return zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(one.count, other.count)
    }
}
