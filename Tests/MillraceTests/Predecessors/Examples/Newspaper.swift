import MillraceExtras
import Millrace

/// A newspaper for readers with an account. One store has its whole state.
struct Newspaper: Reducer {
    struct State: Equatable {
        var reader: String?
        var articles: [String] = []
        var isLoginShown = false
    }

    enum Action: Equatable {
        case logIn(email: String, password: String), accountReady(String), logOut
        case showLogin
        case fetchArticles, articles([String])
        case rename(String)

        /// Whether the action needs an account.
        var needsAccount: Bool {
            switch self {
            case .fetchArticles, .rename: true
            default: false
            }
        }
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .accountReady(let name): (state.reader, state.isLoginShown) = (name, false)
        case .logOut: state = State()
        case .showLogin: state.isLoginShown = true
        case .articles(let titles): state.articles = titles
        case .rename(let name): state.reader = name
        case .logIn, .fetchArticles: break
        }
        return .none
    }
}

/// The server that the workers call.
struct PaperServer: Sendable {
    let logIn: @Sendable (_ email: String, _ password: String) async throws -> String
    let articles: @Sendable () async throws -> [String]
}

/// Logs in, and ignores all other actions.
struct Authentication: Worker {
    let server: PaperServer

    func work(on action: Newspaper.Action, state: () -> Newspaper.State) async throws -> Flow<Newspaper> {
        switch action {
        case .logIn(let email, let password): .send(.accountReady(try await server.logIn(email, password)))
        default: .none
        }
    }
}

/// Fetches articles, and ignores all other actions.
struct Newsroom: Worker {
    let server: PaperServer

    func work(on action: Newspaper.Action, state: () -> Newspaper.State) async throws -> Flow<Newspaper> {
        switch action {
        case .fetchArticles: .send(.articles(try await server.articles()))
        default: .none
        }
    }
}

/// Redirects actions that need an account to the login, while there is none.
struct Gatekeeper: Middleware {
    unowned let paper: Store<Newspaper>

    func intercept(_ message: Message) -> Decision {
        guard let action = message.payload(as: Newspaper.Action.self), action.needsAccount, paper.state.reader == nil
        else { return .pass }
        return .redirect(to: .send(.showLogin), on: paper)
    }
}

/// Shows the reader and the articles. Each is observed separately.
@MainActor final class NewspaperScreen {
    private(set) var greeting = ""
    private(set) var lines: [String] = []

    init(_ paper: Store<Newspaper>) {
        paper.subscribe(to: \.reader, owner: self) { [unowned self] in greeting = $0.map { "Hello \($0)" } ?? "Log in" }
        paper.bind(\.articles, to: self, \.lines)
    }
}

@MainActor func openNewspaper(_ server: PaperServer, on engine: Engine) -> Store<Newspaper> {
    let paper = Store(Newspaper.State(), Newspaper(), on: engine)
    engine.middleware = [Gatekeeper(paper: paper)]
    paper.add(Authentication(server: server))
    paper.add(Newsroom(server: server))
    return paper
}

@MainActor func readTheNews(_ server: PaperServer, on engine: Engine) async throws -> [String] {
    let paper = openNewspaper(server, on: engine)
    let screen = NewspaperScreen(paper)
    try await paper.send(.fetchArticles).finished()
    let before = screen.greeting
    try await paper.send(.logIn(email: "ada@example.org", password: "secret")).finished()
    try await paper.send(.fetchArticles).finished()
    return [before, screen.greeting] + screen.lines
}
