public import Millrace

/// Expands some of the system states twice, to check that the reducer depends only on its arguments.
///
/// Expanding one value twice detects a clock or a random number. Expanding an equal value that another path reached
/// detects a dependence on the order of a set or a dictionary, because the two values were built in different orders.
@usableFromInline final class Consistency<R: Reducer> {
    /// The fingerprints after each step of a checked system state, by its number.
    private var successors: [Int: [UInt64]] = [:]
    /// Whether system states that were reached again are equal values, and not merged by a projection or a symmetry.
    private let isExact: Bool
    /// The number of times that each system state was checked again.
    private var repeats: [Int: Int] = [:]

    init(isExact: Bool) { self.isExact = isExact }

    /// Whether a system state is checked: each of the first 64, then one in 32, and from 4,096 on one in 1,024.
    @inlinable func isMeant(_ fingerprint: UInt64, _ count: Int) -> Bool {
        fingerprint & (count < 64 ? 0 : count < 4096 ? 31 : 1023) == 0
    }

    /// Whether a system state that was reached again is checked again.
    @usableFromInline func isOpen(_ place: Int) -> Bool {
        isExact && repeats[place, default: 0] < 2 && successors[place] != nil
    }

    /// The index of the first step with a different result, in two expansions of one value or of two equal values.
    @usableFromInline func check(_ place: Int, _ isNew: Bool, _ first: [UInt64], _ second: [UInt64]) -> Int? {
        if isNew {
            successors[place] = first
        } else {
            repeats[place, default: 0] += 1
        }
        return difference(successors[place] ?? first, isNew ? second : first)
    }

    private func difference(_ one: [UInt64], _ other: [UInt64]) -> Int? {
        if one == other { return nil }
        return zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(one.count, other.count)
    }
}
