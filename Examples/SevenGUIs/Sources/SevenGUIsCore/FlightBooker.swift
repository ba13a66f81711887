import Millrace
package import MillraceExtras

/// Task 3: a one-way or a return flight, which can be booked if its dates are valid and in order.
package struct FlightBooker: ComposedReducer {
    package enum Kind: String { case oneWay = "one-way flight", `return` = "return flight" }
    package struct State: Hashable {
        package var kind = Kind.oneWay
        package var departure = "27.03.2014", arrival = "27.03.2014"
        package var message: String?
        package init() {}

        package var canBook: Bool {
            guard let departure = Day(departure) else { return false }
            return kind == .oneWay || Day(arrival).map { departure <= $0 } == true
        }
    }
    package enum Action {
        case field(FieldChange<State>), book
        var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
    }
    package init() {}

    package var body: some ReducerBody<Self> {
        FieldReducer(\.field)
        Reduce { state, action in
            guard case .book = action, state.canBook else { return .none }
            let days = state.kind == .oneWay ? "on \(state.departure)" : "from \(state.departure) to \(state.arrival)"
            state.message = "You have booked a \(state.kind.rawValue) \(days)."
            return .none
        }
    }
}

/// A date. The text of a valid one has the form `27.03.2014`.
package struct Day: Comparable {
    let year, month, day: Int

    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d\d?)\.(\d\d?)\.(\d{4})/), let day = Int(match.1),
            let month = Int(match.2), let year = Int(match.3), 1...12 ~= month
        else { return nil }
        let february = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        guard 1...[31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ~= day else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    package static func < (one: Day, other: Day) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }
}
