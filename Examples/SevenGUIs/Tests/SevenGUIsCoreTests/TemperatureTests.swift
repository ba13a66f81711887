import MillraceExtras
import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct TemperatureTests {
    @Test("Temperature · a number in one field sets the other field")
    func converts() {
        let store = TestStore(Temperature.State(), Temperature())
        store.send(.set(\.celsius, "5")) { ($0.celsius, $0.fahrenheit) = ("5", "41") }
        store.send(.set(\.fahrenheit, "-40")) { ($0.celsius, $0.fahrenheit) = ("-40", "-40") }
        store.send(.set(\.celsius, "36.6")) { ($0.celsius, $0.fahrenheit) = ("36.6", "97.88") }
        store.finish()
    }

    @Test(
        "Temperature · a text that is no number leaves the other field as it is",
        arguments: ["", "-", "5 °", "inf", "nan"])
    func ignores(text: String) {
        let store = TestStore(Temperature.State(), Temperature())
        store.send(.set(\.celsius, "5")) { ($0.celsius, $0.fahrenheit) = ("5", "41") }
        store.send(.set(\.fahrenheit, text)) { $0.fahrenheit = text }
        store.finish()
    }
}
