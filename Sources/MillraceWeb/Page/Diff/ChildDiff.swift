/// Matches the new children of an element with its old ones, and returns the steps that reorder them.
struct ChildDiff {
    enum Step: Equatable {
        /// Removes nodes from an index on. The indices of their children in the old list follow.
        case remove(Int, [Int], count: Int)
        /// Inserts the children with these indices in the new list before the current node at the index.
        case insert(Range<Int>, at: Int)
        /// Removes the node at the first index, and inserts it before the node that is then at the second index.
        case move(Int, Int)
    }

    /// For each new child, the index of the old child that it replaces. `nil` if there is none.
    private(set) var oldIndices: [Int?]
    private let oldCount: Int
    private let newCount: Int
    /// The numbers of nodes that a browser has for each child. `nil` if all are 1.
    private let (oldWidths, newWidths): ([Int]?, [Int]?)

    /// Whether each old child becomes the new one at its index, so that no step is necessary.
    static func areSame(_ old: [HTMLNode], _ new: [HTMLNode]) -> Bool {
        old.count == new.count && old.indices.allSatisfy { old[$0].isCompatible(with: new[$0]) }
    }

    init(_ old: [HTMLNode], _ new: [HTMLNode]) {
        (oldCount, newCount) = (old.count, new.count)
        (oldWidths, newWidths) = (Self.widths(of: old), Self.widths(of: new))
        oldIndices = Array(repeating: nil, count: new.count)
        var head = 0
        while head < old.count, head < new.count, old[head].isCompatible(with: new[head]) {
            oldIndices[head] = head
            head += 1
        }
        var tail = 0
        while tail < old.count - head, tail < new.count - head,
            old[old.count - 1 - tail].isCompatible(with: new[new.count - 1 - tail])
        {
            oldIndices[new.count - 1 - tail] = old.count - 1 - tail
            tail += 1
        }
        match(old, new, head..<(old.count - tail), head..<(new.count - tail))
    }

    private static func widths(of nodes: [HTMLNode]) -> [Int]? {
        nodes.contains { $0.width != 1 } ? nodes.map(\.width) : nil
    }

    private static func sum(_ widths: [Int]?, _ range: Range<Int>) -> Int {
        widths.map { $0[range].reduce(0, +) } ?? range.count
    }

    private mutating func match(
        _ old: [HTMLNode], _ new: [HTMLNode], _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>
    ) {
        if oldMiddle.isEmpty || newMiddle.isEmpty { return }
        // Children with the same identity are matched in order.
        var places: [UInt64: [Int]] = [:]
        for index in oldMiddle.reversed() { places[old[index].identity, default: []].append(index) }
        for index in newMiddle {
            guard let place = places[new[index].identity]?.last, old[place].isCompatible(with: new[index]) else {
                continue
            }
            places[new[index].identity]?.removeLast()
            oldIndices[index] = place
        }
    }

    /// Returns the steps. Each one applies to the result of those before it. As few children as possible are moved.
    ///
    /// The steps after the removals go from the last child to the first: a child is placed before one that is already
    /// in place.
    func steps() -> [Step] {
        var steps = removals()
        let unmoved = Self.longestIncreasingSubsequence(in: oldIndices)
        // The tree counts the current children by position. Each old child has its own position, preceded by a gap.
        // Inserted and moved children are counted in gaps. An unmoved child keeps its position. Therefore each placed
        // child is in the gap before an unmoved child, or in the last gap.
        var tree = FenwickTree(2 * oldCount + 1)
        for old in oldIndices.compactMap({ $0 }) { tree.add(oldWidths?[old] ?? 1, at: 2 * old + 1) }
        var (end, anchor) = (newCount, oldCount)
        while end > 0 {
            if let old = oldIndices[end - 1] {
                if unmoved.contains(old) {
                    anchor = old
                } else {
                    let width = oldWidths?[old] ?? 1
                    let from = tree.count(before: 2 * old + 1)
                    tree.add(-width, at: 2 * old + 1)
                    steps += Self.moves(from, tree.count(before: 2 * anchor), width)
                    tree.add(width, at: 2 * anchor)
                }
                end -= 1
            } else {
                let start = oldIndices[..<end].lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
                steps.append(.insert(start..<end, at: tree.count(before: 2 * anchor)))
                tree.add(Self.sum(newWidths, start..<end), at: 2 * anchor)
                end = start
            }
        }
        return steps
    }

    /// Returns the moves of adjacent nodes, where `target` is the index of their first node without them.
    private static func moves(_ from: Int, _ target: Int, _ width: Int) -> [Step] {
        (0..<width).map { offset in
            // The nodes that have not been moved yet are before a target behind them.
            from < target ? .move(from, target + width - 1) : .move(from + offset, target + offset)
        }
    }

    /// The removals go from the last child to the first, so that the indices of earlier children stay valid.
    private func removals() -> [Step] {
        let kept = Set(oldIndices.compactMap { $0 })
        var steps: [Step] = []
        var end = oldCount
        var place = Self.sum(oldWidths, 0..<oldCount)
        while end > 0 {
            if kept.contains(end - 1) {
                end -= 1
                place -= oldWidths?[end] ?? 1
                continue
            }
            var start = end - 1
            while start > 0, !kept.contains(start - 1) { start -= 1 }
            let width = Self.sum(oldWidths, start..<end)
            place -= width
            steps.append(.remove(place, Array(start..<end), count: width))
            end = start
        }
        return steps
    }

    /// Returns the largest set of old indices that are in increasing order. These children need not be moved.
    private static func longestIncreasingSubsequence(in oldIndices: [Int?]) -> Set<Int> {
        let values = oldIndices.compactMap { $0 }
        // For each length, the index of the smallest value that ends an increasing sequence of that length.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : -1
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var sequence: Set<Int> = []
        var index = ends.last ?? -1
        while index >= 0 {
            sequence.insert(values[index])
            index = previous[index]
        }
        return sequence
    }
}

/// Counts children by position. Changing and summing take logarithmic time (a Fenwick tree).
private struct FenwickTree {
    private var sums: [Int]

    init(_ places: Int) { sums = Array(repeating: 0, count: places + 1) }

    mutating func add(_ number: Int, at place: Int) {
        var index = place + 1
        while index < sums.count {
            sums[index] += number
            index += index & -index
        }
    }

    func count(before place: Int) -> Int {
        var (count, index) = (0, place)
        while index > 0 {
            count += sums[index]
            index -= index & -index
        }
        return count
    }
}

extension HTMLNode {
    /// Whether a node can be changed into the other without replacing it.
    fileprivate func isCompatible(with other: HTMLNode) -> Bool {
        if identity != other.identity { return false }
        return switch (content, other.content) {
        case (.text, .text): true
        case (.rows, .rows): true
        case (.element(let one), .element(let other)):
            one === other || one.tag == other.tag && one["type"] == other["type"]
        default: false
        }
    }
}
