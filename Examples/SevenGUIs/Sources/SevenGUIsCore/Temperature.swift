import Millrace
package import MillraceExtras

/// Task 2: two text fields. A number in one of them sets the other; any other text does not.
package struct Temperature: ComposedReducer {
    package struct State: Hashable {
        package var celsius = "", fahrenheit = ""
        package init() {}
    }
    package typealias Action = FieldChange<State>
    package init() {}

    package var body: some ReducerBody<Self> {
        FieldReducer { $0 }
        Reduce { state, action in
            switch action {
            case \.celsius: convert(state.celsius, into: &state.fahrenheit) { $0 * 9 / 5 + 32 }
            default: convert(state.fahrenheit, into: &state.celsius) { ($0 - 32) * 5 / 9 }
            }
            return .none
        }
    }

    func convert(_ text: String, into other: inout String, _ formula: (Double) -> Double) {
        if let number = Double(text), number.isFinite { other = ((formula(number) * 100).rounded() / 100).text }
    }
}

extension Double {
    /// The number, without the fraction of a whole number.
    package var text: String { "\(self)".hasSuffix(".0") ? String("\(self)".dropLast(2)) : "\(self)" }
}
