public import Millrace

/// Goes on twice from a share of the system states, to see whether a reducer depends on more than what it is given.
///
/// A clock or a random number shows when one value is gone on from twice. The order of a set or a dictionary shows when a
/// system state is met again by another way: the values are equal then, and were built in another order.
@usableFromInline final class Consistency<R: Reducer> {
    /// What each system state that is checked leads to, by its number.
    private var successors: [Int: [UInt64]] = [:]
    /// Whether what is met again is the same value, and not one that is only told apart no longer.
    private let isExact: Bool
    /// How often each was met again.
    private var repeats: [Int: Int] = [:]

    init(isExact: Bool) { self.isExact = isExact }

    /// Whether a system state is checked: each while there are a few, then one of 32, and of many one of 1,024.
    @inlinable func isMeant(_ fingerprint: UInt64, _ count: Int) -> Bool {
        fingerprint & (count < 64 ? 0 : count < 4096 ? 31 : 1023) == 0
    }

    /// Whether a system state that is met again is to be gone on from once more.
    @usableFromInline func isOpen(_ place: Int) -> Bool {
        isExact && repeats[place, default: 0] < 2 && successors[place] != nil
    }

    /// The first step that led elsewhere, if one did: of two tries from one value, or of one from another that is equal.
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
