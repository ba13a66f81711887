import Foundation

/// One line of the table: a ratio or a count, and the bar that it must not pass.
struct Row: Codable {
    let number: String
    let what: String
    /// What it cost, in nanoseconds; `nil` for a count.
    let figure: Double?
    /// The ratio to what it is compared with, or the count.
    let value: Double
    /// What it is compared with.
    let baseline: String
    let bar: Double
    let isLeast: Bool
    /// Whether it is known only where the allocator's calls are counted.
    var isOfMemory = false

    /// What it cost, and what it is compared with.
    fileprivate var times: String {
        guard let figure else { return "" }
        return "\(rounded(figure)) : \(rounded(isLeast ? figure * value : figure / value)) ns, \(baseline)"
    }

    var isMet: Bool { isLeast ? value >= bar : value <= bar }

    /// The ratio of what `name` costs to what `baseline` does.
    init(
        _ number: String, _ what: String, _ costs: Costs, _ name: String, over baseline: String = "send",
        atMost bar: Double
    ) {
        (self.number, self.what, figure, self.baseline) = (number, what, costs[name].nanoseconds, baseline)
        (value, self.bar, isLeast) = (costs.ratio(name, to: baseline), bar, false)
    }

    /// The ratio of two times that were measured apart from the works.
    init(
        _ number: String, _ what: String, nanoseconds figure: Double, over other: Double, named baseline: String,
        atMost bar: Double
    ) {
        (self.number, self.what, self.figure, self.baseline) = (number, what, figure, baseline)
        (value, self.bar, isLeast) = (figure / other, bar, false)
    }

    /// The allocations that `name` makes.
    init(_ number: String, allocationsOf name: String, _ costs: Costs, atMost bar: Double) {
        self.init(number, "allocations", count: (costs[name].allocations * 100).rounded() / 100, atMost: bar)
        isOfMemory = true
    }

    /// Bytes that are in use and were not before.
    init(_ number: String, _ what: String, bytes: Int, atMost bar: Double) {
        self.init(number, what, count: Double(bytes), atMost: bar)
        isOfMemory = true
    }

    /// A count.
    init(_ number: String, _ what: String, count: Double, atMost bar: Double) {
        (self.number, self.what, figure, value, baseline) = (number, what, nil, count, "")
        (self.bar, isLeast) = (bar, false)
    }

    /// How many of what one `name` does are done in a second.
    init(
        _ number: String, _ what: String, rate count: Int, _ costs: Costs, _ name: String, atLeast bar: Double
    ) {
        (self.number, self.what, figure, baseline) = (number, what, nil, "")
        (value, self.bar, isLeast) = (Double(count) / costs[name].nanoseconds * 1e9, bar, true)
    }

    /// How many times as fast `name` is as `baseline`.
    init(
        _ number: String, _ what: String, _ costs: Costs, speedOf name: String, over baseline: String,
        atLeast bar: Double
    ) {
        (self.number, self.what, figure, self.baseline) = (number, what, costs[name].nanoseconds, baseline)
        (value, self.bar, isLeast) = (costs.ratio(baseline, to: name), bar, true)
    }
}

/// The rows as lines of text.
func table(of rows: [Row]) -> String {
    let width = rows.map(\.what.count).max() ?? 0
    let lines = rows.map { row in
        let bar = "\(row.isLeast ? "≥" : "≤") \(rounded(row.bar))"
        let value = row.figure == nil ? rounded(row.value) : "\(rounded(row.value)) ×"
        return [
            row.number.padded(to: 4), row.what.padded(to: width), value.padded(to: 9, left: true),
            bar.padded(to: 8), (row.isMet ? "met" : "MISSED").padded(to: 7),
            row.times,
        ].joined(separator: " ").trimmingSuffix(" ")
    }
    return lines.joined(separator: "\n")
}

/// To three digits after the point below a tenth, to two below a hundred, and to none above.
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
