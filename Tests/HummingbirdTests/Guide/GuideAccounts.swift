#if Hummingbird || App
    import Foundation
    import HTTPTypes
    import Hummingbird
    import MillraceAccounts
    import MillraceHummingbird
    import MillraceJournal
    import MillraceKit
    import MillraceWeb

    // The code of the guide “Who is it”.

    struct Member: Codable, Sendable {
        let name: String
        let password: PasswordHash
    }

    struct SignIn: Command {
        typealias Output = String
        typealias Failure = PasswordError
        let name, password: String
    }

    struct SignOut: Command {
        typealias Output = Void
        typealias Failure = Never
    }

    struct Diary: Module {
        struct State {
            var account: String?
            var problem: String?
        }
        enum Action { case enter(Entry), entered(Event<SignIn>), signOut }
        struct Entry: Decodable { let name, password: String }

        let account: String?

        func state(for _: Void) -> State { State(account: account) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .enter(let entry):
                return .execute(SignIn(name: entry.name, password: entry.password), as: Action.entered)
            case .entered(.data(let name)): (state.account, state.problem) = (name, nil)
            case .entered(.failure(let error)): state.problem = "\(error)"
            case .entered(.progress): break
            case .signOut: return .execute(SignOut())
            }
            return .none
        }
    }

    extension Diary: WebModule {
        func view(_ state: State) -> HTML<Action> {
            if let account = state.account {
                h1 { "The diary of \(account)" }
                button("Sign out", send: .signOut)
            } else {
                form(decode: Entry.self, send: Action.enter) {
                    label {
                        "Name"; input("name").autocomplete("username").required()
                    }
                    label {
                        "Password"; input("password", kind: .password).autocomplete("current-password").required()
                    }
                    submitButton("Sign in")
                }
                p { state.problem ?? "" }.role("alert")
            }
        }
    }

    func diary(port: UInt16, folder: URL, members: [Member]) throws -> WebServer {
        var configuration = LivePages.Configuration()
        configuration.identities = try SignIns(folder: folder)
        let passwords = Passwords()
        return WebServer(
            port: port, configuration,
            sessions: .perTab { session in
                let (engine, visitor) = (Engine(), session.visitor)
                engine.handle(SignIn.self) { command async throws(PasswordError) in
                    let member = members.first { $0.name == command.name }
                    try await passwords.verify(
                        command.password, against: member?.password, for: command.name, from: visitor)
                    visitor.signIn(as: command.name)
                    return command.name
                }
                engine.handle(SignOut.self) { _ in await visitor.signOut() }
                return Navigator(root: Diary(account: visitor.identity?.account), stacked: true, on: engine)
            })
    }

    struct Enter: Command {
        typealias Output = String
        typealias Failure = PasswordError
        let name, password: String
        let visitor: Visitor
    }

    @MainActor func office(_ engine: Engine, _ passwords: Passwords, _ members: [Member]) -> WebSessions {
        engine.handle(Enter.self) { command async throws(PasswordError) in
            let member = members.first { $0.name == command.name }
            try await passwords.verify(
                command.password, against: member?.password, for: command.name, from: command.visitor)
            command.visitor.signIn(as: command.name)
            return command.name
        }
        return .perTabOnMain { visitor in Navigator(root: Hall(visitor: visitor), stacked: true, on: engine) }
    }

    struct Hall: Module {
        struct State { var isAdmin: Bool }
        enum Action { case openAdmin }
        enum Transition { case admin }

        let visitor: Visitor
        private var isAdmin: Bool { visitor.identity?.account == "admin" }

        func state(for _: Void) -> State { State(isAdmin: isAdmin) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { isAdmin ? .transition(.admin) : .none }
        func route(_ transition: Transition) -> Route<Self> { .show(Vault(visitor: visitor), with: ()) }
    }

    extension Hall: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Hall" }
            if state.isAdmin { link(to: "/admin", send: .openAdmin) { "Vault" } }
        }

        // The URL does not exist for others: the status is 404.
        func transition(to path: inout WebPath) -> Transition? { path.take("admin") && isAdmin ? .admin : nil }
    }

    struct Vault: Module, WebModule {
        struct State {}
        enum Action {}

        let visitor: Visitor

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
        func view(_ state: State) -> HTML<Action> { h1 { "Vault" } }
    }

    func readMembers(in folder: URL) throws -> [Member] {
        let file = folder.appendingPathComponent("members.json")
        do { return try JSONDecoder().decode([Member].self, from: Data(contentsOf: file)) } catch {
            throw FileError(.read, file, error)
        }
    }

    func behindSignInProxy(_ configuration: inout LivePages.Configuration) {
        configuration.trustedProxies = .init(addresses: ["127.0.0.1"], userField: "X-Forwarded-User")
    }

    struct StaffContext: RequestContext {
        var coreContext: CoreRequestContextStorage
        var user: String?

        init(source: Source) { coreContext = .init(source: source) }
    }

    func staffRouter(_ pages: LivePages) -> Router<StaffContext> {
        let router = Router(context: StaffContext.self)
        router.add(middleware: Staff())
        router.pages(pages) { _, context in context.user.map { Identity($0) } }
        return router
    }

    /// A middleware of the application, as it may exist already.
    struct Staff: RouterMiddleware {
        @concurrent func handle(
            _ request: Request, context: StaffContext,
            next: @concurrent (Request, StaffContext) async throws -> Response
        ) async throws -> Response {
            var context = context
            context.user = request.headers[.authorization]
            return try await next(request, context)
        }
    }
#endif
