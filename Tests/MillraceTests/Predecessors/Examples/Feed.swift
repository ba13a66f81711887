import MillraceModules
import Millrace

// Amber's example: a feed, the screens that it shows, and a panel that is embedded in one of them.

struct FeedItem: Codable, Equatable, Sendable {
    let id: Int
    var title: String
    var isLiked = false
}

struct LoadItems: Command, Equatable { typealias Output = [FeedItem] }

struct Feed: Module {
    struct State: Codable, Equatable {
        var isLoading = true
        var items: [FeedItem] = []
    }

    enum Action {
        case loaded(Event<LoadItems>)
        case reload, like(Int)
        case tappedUser(Int, isCurrent: Bool), tappedItem(Int)
        case itemChanged(ItemScreen.Output)
    }

    enum Transition: Codable, Equatable {
        case profile, information(Int), item(FeedItem)
    }

    func state(for requirement: Void) -> State { State() }

    func start(_ state: State) -> Flow<Self> { .send(.reload) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .reload: return .execute(LoadItems(), as: Action.loaded, policy: .latest)
        case .loaded(.progress): state.isLoading = true
        case .loaded(.data(let items)): (state.items, state.isLoading) = (items, false)
        case .loaded(.failure): state.isLoading = false
        case .like(let index): state.items[index].isLiked.toggle()
        case .tappedUser(let id, let isCurrent): return .transition(isCurrent ? .profile : .information(id))
        case .tappedItem(let index): return .transition(.item(state.items[index]))
        case .itemChanged(.renamed(let id, let title)):
            if let index = state.items.firstIndex(where: { $0.id == id }) { state.items[index].title = title }
        }
        return .none
    }

    func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .profile: .show(Profile(), with: 0)
        case .information(let id): .present(Profile(), with: id)
        case .item(let item): .show(ItemScreen(), with: item, as: Action.itemChanged)
        }
    }
}

struct Profile: Module {
    struct State: Codable, Equatable { let id: Int }
    enum Action { case done, tappedLogOut }
    enum Transition: Codable, Equatable { case close, logOut }

    // The presenter must say whose profile it is.
    func state(for id: Int) -> State { State(id: id) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .done: .transition(.close)
        case .tappedLogOut: .transition(.logOut)
        }
    }

    func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .close: .close
        case .logOut: .replace(SignIn(), with: ())
        }
    }
}

struct SignIn: Module {
    struct State: Codable, Equatable {}
    enum Action { case signedIn }
    enum Transition: Codable, Equatable { case feed }

    func state(for requirement: Void) -> State { State() }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .transition(.feed) }
    func route(_ transition: Transition) -> Route<Self> { .replace(Feed(), with: (), stacked: true) }
}

/// Opens the feed, or first the sign-in screen.
@MainActor func openFeed(isSignedIn: Bool, on engine: Engine) -> Navigator {
    isSignedIn ? Navigator(root: Feed(), stacked: true, on: engine) : Navigator(root: SignIn(), on: engine)
}
