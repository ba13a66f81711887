import Millrace
package import MillraceModules
import MillraceExtras
package import MillraceWeb
package import SevenGUIsCore

extension FlightBooker: Module {
    package func state(for _: Void) -> State { State() }
}

extension FlightBooker: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "Flight booker" }
        label {
            "Kind"
            picker(
                "Kind", selection: state.kind,
                options: [("one-way flight", Kind.oneWay), ("return flight", .return)]
            ) { .field(.set(\.kind, $0)) }
        }
        label {
            "Departure"
            textField("Departure", value: state.departure) { .field(.set(\.departure, $0)) }
                .aria("invalid", Day(state.departure) == nil).id("departure")
        }
        label {
            "Return"
            textField("Return", value: state.arrival) { .field(.set(\.arrival, $0)) }
                .aria("invalid", Day(state.arrival) == nil).disabled(state.kind == .oneWay).id("return")
        }
        button("Book", send: .book).class("primary").disabled(!state.canBook)
        p { state.message }.role("status")
    }

    package func title(_ state: State) -> String { "Flight booker" }
    package func path(_ state: State) -> String? { "flight" }
}
