import Millrace
import MillraceExtras

/// A feature with a child of every kind. Its children do what the test wants.
struct House: ComposedReducer {
    enum Room: Equatable {
        case empty, kitchen(LoggingReducer.State), cellar(LoggingReducer.State)
        var kitchen: LoggingReducer.State? { if case .kitchen(let it) = self { it } else { nil } }
        var cellar: LoggingReducer.State? { if case .cellar(let it) = self { it } else { nil } }
    }
    struct Guest: Identifiable, Equatable { let id: Int; var page = LoggingReducer.State() }
    struct State: Equatable {
        var hall = LoggingReducer.State()
        var visitor: LoggingReducer.State?
        var left = Room.empty
        var right = Room.empty
        var rows: [String: LoggingReducer.State] = [:]
        var guests: [Guest] = []
        var said: [String] = []
        var seen = 0
    }
    enum Action {
        case change((inout State) -> Void)
        case hall(LoggingReducer.Action), visitor(LoggingReducer.Action)
        case left(LoggingReducer.Action), leftCellar(LoggingReducer.Action), right(LoggingReducer.Action)
        case row(String, LoggingReducer.Action), guest(id: Int, GuestReducer.Action)
        case said(String)
        var hall: LoggingReducer.Action? { if case .hall(let it) = self { it } else { nil } }
        var visitor: LoggingReducer.Action? { if case .visitor(let it) = self { it } else { nil } }
        var left: LoggingReducer.Action? { if case .left(let it) = self { it } else { nil } }
        var leftCellar: LoggingReducer.Action? { if case .leftCellar(let it) = self { it } else { nil } }
        var right: LoggingReducer.Action? { if case .right(let it) = self { it } else { nil } }
        var row: (String, LoggingReducer.Action)? { if case .row(let key, let it) = self { (key, it) } else { nil } }
        var guest: (Int, GuestReducer.Action)? { if case .guest(let id, let it) = self { (id, it) } else { nil } }
    }

    struct GuestReducer: ComposedReducer {
        typealias State = Guest
        enum Action {
            case page(LoggingReducer.Action), said(String)
            var page: LoggingReducer.Action? { if case .page(let it) = self { it } else { nil } }
        }
        typealias Output = String

        var body: some ReducerBody<Self> {
            Scope(\.page, action: .case(Action.page, \.page, output: Action.said)) { LoggingReducer() }
            Reduce { _, action in
                if case .said(let text) = action { .output(text) } else { .none }
            }
        }
    }

    var body: some ReducerBody<Self> {
        Scope(\.hall, action: .case(Action.hall, \.hall, output: Action.said)) { LoggingReducer() }
        Reduce { state, action in
            switch action {
            case .change(let change): change(&state)
            case .said(let text): state.said.append(text)
            default: state.seen += 1
            }
            return .none
        }
        .ifLet(\.visitor, action: .case(Action.visitor, \.visitor, output: Action.said)) { LoggingReducer() }
        .ifCase(\.left, Room.kitchen, \.kitchen, action: .case(Action.left, \.left, output: Action.said)) {
            LoggingReducer()
        }
        .ifCase(\.left, Room.cellar, \.cellar, action: .case(Action.leftCellar, \.leftCellar, output: Action.said)) {
            LoggingReducer()
        }
        .ifCase(\.right, Room.kitchen, \.kitchen, action: .case(Action.right, \.right, output: Action.said)) {
            LoggingReducer()
        }
        .forEach(\.rows, action: .case(Action.row, \.row, output: { .said("\($0): \($1)") })) { LoggingReducer() }
        .forEach(\.guests, action: .case(Action.guest, \.guest, output: { .said("\($0): \($1)") })) { GuestReducer() }
    }
}

extension House.State {
    /// A house with everyone in it.
    static let full = House.State(
        visitor: .init(), left: .kitchen(.init()), right: .kitchen(.init()), rows: ["a": .init(), "b": .init()],
        guests: [.init(id: 1), .init(id: 2)])
}
