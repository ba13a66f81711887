import Millrace
package import MillraceModules
package import MillraceWeb
package import SevenGUIsCore

extension Timer: Module {
    package func state(for _: Void) -> State { State() }
}

extension Timer: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "Timer" }
        progress(state.elapsed / .seconds(1), of: max(state.duration / .seconds(1), 0.1), label: "Elapsed time")
        output { "\((state.elapsed / .milliseconds(100)).rounded() / 10) s" }.id("elapsed")
        label {
            "Duration"
            slider("Duration", value: state.duration / .seconds(1), in: 0...30, step: 0.5) {
                .setDuration(.milliseconds(Int64($0 * 1_000)))
            }
        }
        button("Reset", send: .reset)
    }

    package func title(_ state: State) -> String { "Timer" }
    package func path(_ state: State) -> String? { "timer" }
}
