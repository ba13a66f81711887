import MillraceModules
import Millrace

struct ItemScreen: Module {
    struct State: Codable, Equatable {
        var item: FeedItem
        var look = Look()
    }

    enum Action {
        case tappedFilters, tappedReset, rename(String)
        case filtered(Filter.Output), filterClosed
    }

    enum Output: Equatable { case renamed(Int, String) }
    enum Transition: Codable, Equatable { case filters }

    static let filter = Navigator.Port<Filter>("filter")

    func state(for item: FeedItem) -> State { State(item: item) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .tappedFilters: return .transition(.filters)
        case .tappedReset: return .send(.reset, to: Self.filter)
        case .rename(let title):
            state.item.title = title
            return .output(.renamed(state.item.id, title))
        case .filtered(.changed(let look)): state.look = look
        case .filterClosed: state.look = Look()
        }
        return .none
    }

    func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .filters:
            .embed(Filter(), at: "panel", with: (), port: Self.filter, as: Action.filtered, onRemoval: .filterClosed)
        }
    }
}

struct Look: Codable, Equatable {
    var saturation = 1.0
    var brightness = 0.0
    var contrast = 1.0
}

struct Filter: Module {
    enum Action { case slid(Double), set(Look), done }
    enum Input { case reset }
    enum Output: Equatable { case changed(Look) }
    enum Transition: Codable, Equatable { case close }

    func state(for requirement: Void) -> Look { Look() }

    func receive(_ input: Input) -> Action {
        switch input {
        case .reset: .set(Look())
        }
    }

    func reduce(_ look: inout Look, _ action: Action) -> Flow<Self> {
        switch action {
        case .slid(let brightness): look.brightness = brightness
        case .set(let new): look = new
        case .done: return .transition(.close)
        }
        return .output(.changed(look))
    }

    func route(_ transition: Transition) -> Route<Self> { .close }
}
