import Foundation

/// One line of the table: a ratio or a count, and its target.
struct Row: Codable {
    let number: String
    let what: String
    /// The cost in nanoseconds; `nil` for a count.
    let figure: Double?
    /// The ratio to the baseline, or the count.
    let value: Double
    /// The name of the workload to compare with.
    let baseline: String
    let target: Double
    /// Whether the target is a minimum.
    let isMinimum: Bool
    /// Whether the row exists only if allocations are counted.
    var requiresAllocationCount = false

    /// The costs of the workload and of the baseline.
    fileprivate var times: String {
        guard let figure else { return "" }
        return "\(rounded(figure)) : \(rounded(isMinimum ? figure * value : figure / value)) ns, \(baseline)"
    }

    var isMet: Bool { isMinimum ? value >= target : value <= target }

    /// Creates a row with the ratio of two costs.
    init(
        _ number: String, _ what: String, _ costs: Costs, _ name: String, over baseline: String = "send",
        atMost target: Double
    ) {
        (self.number, self.what, figure, self.baseline) = (number, what, costs[name].nanoseconds, baseline)
        (value, self.target, isMinimum) = (costs.ratio(name, to: baseline), target, false)
    }

    /// Creates a row with the ratio of two times that were measured separately.
    init(
        _ number: String, _ what: String, nanoseconds figure: Double, over other: Double, named baseline: String,
        atMost target: Double
    ) {
        (self.number, self.what, self.figure, self.baseline) = (number, what, figure, baseline)
        (value, self.target, isMinimum) = (figure / other, target, false)
    }

    /// Creates a row with the allocations of a workload.
    init(_ number: String, allocationsOf name: String, _ costs: Costs, atMost target: Double) {
        self.init(number, "allocations", count: (costs[name].allocations * 100).rounded() / 100, atMost: target)
        requiresAllocationCount = true
    }

    /// Creates a row with additional bytes in use.
    init(_ number: String, _ what: String, bytes: Int, atMost target: Double) {
        self.init(number, what, count: Double(bytes), atMost: target)
        requiresAllocationCount = true
    }

    /// Creates a row with a count.
    init(_ number: String, _ what: String, count: Double, atMost target: Double) {
        (self.number, self.what, figure, value, baseline) = (number, what, nil, count, "")
        (self.target, isMinimum) = (target, false)
    }

    /// Creates a row with the number of operations in a second, where `name` performs `count` of them.
    init(
        _ number: String, _ what: String, rate count: Int, _ costs: Costs, _ name: String, atLeast target: Double
    ) {
        (self.number, self.what, figure, baseline) = (number, what, nil, "")
        (value, self.target, isMinimum) = (Double(count) / costs[name].nanoseconds * 1e9, target, true)
    }

    /// Creates a row with the speed of a workload, as a multiple of that of the baseline.
    init(
        _ number: String, _ what: String, _ costs: Costs, speedOf name: String, over baseline: String,
        atLeast target: Double
    ) {
        (self.number, self.what, figure, self.baseline) = (number, what, costs[name].nanoseconds, baseline)
        (value, self.target, isMinimum) = (costs.ratio(baseline, to: name), target, true)
    }
}

/// Returns the rows as lines of text.
func table(of rows: [Row]) -> String {
    let width = rows.map(\.what.count).max() ?? 0
    let lines = rows.map { row in
        let target = "\(row.isMinimum ? "≥" : "≤") \(rounded(row.target))"
        let value = row.figure == nil ? rounded(row.value) : "\(rounded(row.value)) ×"
        return [
            row.number.padded(to: 4), row.what.padded(to: width), value.padded(to: 9, left: true),
            target.padded(to: 8), (row.isMet ? "met" : "MISSED").padded(to: 7),
            row.times,
        ].joined(separator: " ").trimmingSuffix(" ")
    }
    return lines.joined(separator: "\n")
}

/// Rounds to three decimal places below 0.1, to two below 100, and to an integer above.
private func rounded(_ value: Double) -> String {
    let digits = value < 0.1 ? 3 : value < 100 ? 2 : 0
    let text = String(format: "%.\(digits)f", value)
    return Double(text) == value.rounded() ? "\(Int(value.rounded()))" : text
}

extension String {
    fileprivate func padded(to width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return left ? space + self : self + space
    }

    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
