/// One line of the table: a ratio or a count, and the bar that it must not pass.
struct Row {
    let number: String
    let what: String
    let value: Double
    let bar: Double
    var isMet: Bool { value <= bar }
}

/// Prints the rows, and says whether every bar is met.
func report(_ rows: [Row]) -> Bool {
    let width = rows.map(\.what.count).max() ?? 0
    for row in rows {
        let figure = rounded(row.value).padded(to: 8)
        let bar = "≤ \(rounded(row.bar))".padded(to: 9)
        let verdict = row.isMet ? "met" : "MISSED"
        print("\(row.number.padded(to: 4)) \(row.what.padded(to: width))  \(figure) \(bar) \(verdict)")
    }
    return rows.allSatisfy(\.isMet)
}

private func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
