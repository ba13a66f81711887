import Millrace
import MillraceModules
import MillraceWeb

// The code of the section about fields that must be valid, in the guide about live pages.

struct Ticket: Module {
    struct State { var title = ""; var seats = 1; var saved: String? }
    enum Action: Equatable { case title(String), seats(Int), save }

    func state(for _: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .title(let title): state.title = title
        case .seats(let seats): state.seats = seats
        case .save: state.saved = "\(state.seats) × \(state.title)"
        }
        return .none
    }
}

extension Ticket: WebModule {
    func view(_ state: State) -> HTML<Action> {
        div {
            textField("Title", value: state.title, send: Action.title).required().maxLength(80).onSubmit(send: .save)
            numberField("Seats", value: state.seats, in: 1...8, send: Action.seats)
            button("Save", send: .save)
        }
        .requiresValid()
        if let saved = state.saved { p { "Saved: \(saved)" } }
    }
}
