import MillraceExtras
import Millrace

/// A newspaper for those who have an account: the one state that everybody reads.
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

        /// Whether it is for those only who have logged in.
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

/// What the workers ask elsewhere.
struct PaperServer: Sendable {
    let logIn: @Sendable (_ email: String, _ password: String) async throws -> String
    let articles: @Sendable () async throws -> [String]
}

/// Knows how one logs in, and ignores the rest.
struct Authentication: Worker {
    let server: PaperServer

    func work(on action: Newspaper.Action, state: () -> Newspaper.State) async throws -> Flow<Newspaper> {
        switch action {
        case .logIn(let email, let password): .send(.accountReady(try await server.logIn(email, password)))
        default: .none
        }
    }
}

/// Fetches articles, and ignores the rest.
struct Newsroom: Worker {
    let server: PaperServer

    func work(on action: Newspaper.Action, state: () -> Newspaper.State) async throws -> Flow<Newspaper> {
        switch action {
        case .fetchArticles: .send(.articles(try await server.articles()))
        default: .none
        }
    }
}

/// Has those who are not logged in do so instead.
struct Gatekeeper: Middleware {
    unowned let paper: Store<Newspaper>

    func intercept(_ message: Message) -> Decision {
        guard let action = message.payload(as: Newspaper.Action.self), action.needsAccount, paper.state.reader == nil
        else { return .pass }
        return .redirect(to: .send(.showLogin), on: paper)
    }
}

/// What is shown of the reader and of the articles, each a part of the one state.
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
