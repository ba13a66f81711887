/// The place of a cell: a column from 0 to 25, which is `A` to `Z`, and a row from 0 to 99.
package struct Position: Hashable {
    package let column, row: Int
    package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}

/// A formula of a cell, such as `div(sum(B2:B5), 4)`.
indirect enum Formula: Hashable {
    case number(Double), cell(Position), range([Position]), call(String, [Formula])

    var references: [Position] {
        switch self {
        case .number: []
        case .cell(let position): [position]
        case .range(let positions): positions
        case .call(_, let arguments): arguments.flatMap(\.references)
        }
    }

    func value(in sheet: Cells.State) -> Double? {
        guard let values = values(in: sheet), values.count == 1 else { return nil }
        return values[0]
    }

    /// The values of an argument: one for each cell of a range; `nil` if one of them has none.
    private func values(in sheet: Cells.State) -> [Double]? {
        switch self {
        case .number(let number): return [number]
        case .cell, .range:
            let values = references.map { sheet.cells[$0].map { $0.formula == nil ? Double($0.text) : $0.value } ?? 0 }
            return values.contains(nil) ? nil : values.compactMap { $0 }
        case .call(let name, let arguments):
            let values = arguments.map { $0.values(in: sheet) }
            guard !values.contains(nil) else { return nil }
            return Self.call(name, values.flatMap { $0 ?? [] }).map { [$0] }
        }
    }

    private static func call(_ name: String, _ values: [Double]) -> Double? {
        switch (name, values.count) {
        case ("sum", _): values.reduce(0, +)
        case ("prod", _): values.reduce(1, *)
        case ("add", 2): values[0] + values[1]
        case ("sub", 2): values[0] - values[1]
        case ("mul", 2): values[0] * values[1]
        case ("div", 2): values[0] / values[1]
        case ("mod", 2): values[0].truncatingRemainder(dividingBy: values[1])
        default: nil
        }
    }
}

/// Reads a formula from the start of `rest`.
struct FormulaParser {
    private var rest: Substring

    static func parse(_ text: Substring) -> Formula? {
        var parser = FormulaParser(rest: text.filter { $0 != " " }[...])
        guard let formula = parser.formula(), parser.rest.isEmpty else { return nil }
        return formula
    }

    private mutating func formula() -> Formula? {
        if let number = take(/-?\d+(\.\d+)?/) { return Double(number).map(Formula.number) }
        if let from = position() {
            guard take(/:/) != nil else { return .cell(from) }
            guard let to = position(), from.column <= to.column, from.row <= to.row else { return nil }
            return .range(
                (from.column...to.column).flatMap { column in
                    (from.row...to.row).map { Position(column: column, row: $0) }
                })
        }
        guard let name = take(/[a-z]+/), take(/\(/) != nil else { return nil }
        var arguments: [Formula] = []
        repeat {
            guard let argument = formula() else { return nil }
            arguments.append(argument)
        } while take(/,/) != nil
        return take(/\)/) == nil ? nil : .call(String(name), arguments)
    }

    private mutating func position() -> Position? {
        take(/[A-Z]\d\d?/).flatMap { text in
            Int(text.dropFirst()).map { Position(column: Int(text.utf8.first!) - 65, row: $0) }
        }
    }

    private mutating func take<Output>(_ pattern: Regex<Output>) -> Substring? {
        guard let match = rest.prefixMatch(of: pattern) else { return nil }
        rest = rest[match.range.upperBound...]
        return self.rest.base[match.range]
    }
}
