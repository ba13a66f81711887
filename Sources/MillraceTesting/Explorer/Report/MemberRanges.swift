import MillraceHistory
import Millrace

/// The least and the greatest value of each numeric member, over several values of one type. Counts of collections and
/// lengths of texts are numeric members too.
struct MemberRanges {
    /// The paths of the members, in the order in which they were found.
    private(set) var paths: [String] = []
    private(set) var ranges: [String: ClosedRange<Double>] = [:]
    /// The number of values that may still be inspected.
    private var rest = 0

    /// Adds the members of a value. At most 2,000 values in it are inspected.
    mutating func add(membersOf value: Any, called root: String) {
        rest = 2_000
        let isRecord = [.struct, .class, .enum, .optional].contains(Mirror(reflecting: value).displayStyle)
        add(value, isRecord && number(value) == nil && !(value is any Collection) ? "" : root, depth: 0)
    }

    /// Adds a value of one member.
    mutating func add(_ number: Double, at path: String) {
        if !number.isFinite { return }
        guard let range = ranges[path] else {
            paths.append(path)
            return ranges[path] = number...number
        }
        ranges[path] = min(range.lowerBound, number)...max(range.upperBound, number)
    }

    private mutating func add(_ value: Any, _ path: String, depth: Int) {
        rest -= 1
        if rest < 0 || depth > 8 { return }
        if let number = number(value) { return add(number, at: path) }
        if let text = value as? any StringProtocol { return add(Double(text.utf8.count), at: path + ".count") }
        if let collection = value as? any Collection { return add(collection, path, depth) }
        let mirror = Mirror(reflecting: value)
        for child in mirror.children {
            guard mirror.displayStyle != .optional, let label = child.label else {
                add(child.value, path, depth: depth + 1)
                continue
            }
            // The label of an unnamed element begins with a dot, as in ".0".
            let name = label.hasPrefix(".") ? label : "." + label
            add(child.value, path.isEmpty ? String(name.dropFirst()) : path + name, depth: depth + 1)
        }
    }

    /// Adds the count of a collection, and the members of its first and last elements.
    private mutating func add<C: Collection>(_ collection: C, _ path: String, _ depth: Int) {
        add(Double(collection.count), at: path + ".count")
        for element in collection.prefix(8) { add(element, path + "[…]", depth: depth + 1) }
        for element in collection.dropFirst(8).suffix(8) { add(element, path + "[…]", depth: depth + 1) }
    }

    private func number(_ value: Any) -> Double? {
        switch value {
        case let number as any BinaryInteger: Double(number)
        case let number as any BinaryFloatingPoint: Double(number)
        case let duration as Duration: duration / .seconds(1)
        default: nil
        }
    }
}

extension Explorer {
    /// The end of `search` before it had reached every system state. `nil` if it reached all.
    func earlyEnd(of search: Search<R>) -> EarlyEnd? {
        guard let kind = search.reached else { return nil }
        // A limit of depth, or a cancellation, says nothing about an end of the search.
        let isUnbounded = kind == .states || kind == .time
        return EarlyEnd(kind: kind, states: search.states, growing: isUnbounded ? growingMembers(in: search) : [])
    }

    /// The members of the state, and the kinds of effects, that kept growing.
    private func growingMembers(in search: Search<R>) -> [GrowingMember] {
        let levels = search.samples.levels.filter { !$0.isEmpty }.map(ranges)
        var paths: [String] = []
        for level in levels { paths += level.paths.filter { !paths.contains($0) } }
        return paths.compactMap { path in growth(of: levels.map { $0.ranges[path] }, at: path) }
    }

    /// The ranges of the members of these system states.
    private func ranges(of worlds: [World<R>]) -> MemberRanges {
        var ranges = MemberRanges()
        for world in worlds {
            if let projected {
                ranges.add(membersOf: projected(world.state), called: "projection")
            } else {
                ranges.add(membersOf: world.state, called: "state")
            }
            var counts: [String: Int] = [:]
            for effect in world.effects.map({ Array($0.all) }) ?? [] {
                let name = world.entry(of: effect)?.asked.map { typeName(type(of: $0.request.command)) }
                counts[name.map { "the number of \($0) commands in flight" } ?? "the number of timers", default: 0] += 1
            }
            for (path, count) in counts.sorted(by: { $0.key < $1.key }) { ranges.add(Double(count), at: path) }
        }
        return ranges
    }

    /// The growth of a member, from its ranges in the levels. `nil` if it did not grow throughout.
    ///
    /// It grows if its distance from the first value is clearly greater in each third of the levels than in the one before.
    private func growth(of levels: [ClosedRange<Double>?], at path: String) -> GrowingMember? {
        guard let first = levels.lazy.compactMap({ $0 }).first?.lowerBound, levels.count > 1 else { return nil }
        let farthest = levels.map { range -> Double? in
            range.map { first - $0.lowerBound > $0.upperBound - first ? $0.lowerBound : $0.upperBound }
        }
        let parts = min(3, levels.count)
        let distances = (0..<parts).map { part in
            farthest[part * levels.count / parts..<(part + 1) * levels.count / parts]
                .reduce(0) { max($0, abs(($1 ?? first) - first)) }
        }
        guard zip(distances, distances.dropFirst()).allSatisfy({ $1 > $0 * 1.1 }),
            let last = farthest.suffix(levels.count - (parts - 1) * levels.count / parts).compactMap({ $0 }).max(by: {
                abs($0 - first) < abs($1 - first)
            })
        else { return nil }
        return GrowingMember(path: path, first: first, last: last)
    }
}
