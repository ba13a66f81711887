import Millrace
package import MillraceModules
import MillraceExtras
package import MillraceWeb
package import SevenGUIsCore

extension Temperature: Module {
    package func state(for _: Void) -> State { State() }
}

extension Temperature: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "Temperature converter" }
        label {
            "Celsius"
            textField("Celsius", value: state.celsius) { .set(\.celsius, $0) }
                .aria("invalid", !isNumber(state.celsius)).id("celsius")
        }
        label {
            "Fahrenheit"
            textField("Fahrenheit", value: state.fahrenheit) { .set(\.fahrenheit, $0) }
                .aria("invalid", !isNumber(state.fahrenheit)).id("fahrenheit")
        }
    }

    private func isNumber(_ text: String) -> Bool { text.isEmpty || Double(text)?.isFinite == true }

    package func title(_ state: State) -> String { "Temperature converter" }
    package func path(_ state: State) -> String? { "temperature" }
}
