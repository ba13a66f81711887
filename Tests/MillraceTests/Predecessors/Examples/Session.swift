import Millrace

/// Whether a user is signed in.
struct Session: Reducer {
    enum State: Equatable { case signedOut, signedIn(email: String) }
    enum Action { case signedIn(email: String, token: String), signOut }

    func reduce(_ session: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .signedIn(let email, let token):
            session = .signedIn(email: email)
            return .execute(Credentials.keep(token)).and(.execute(Navigate(to: .home)))
        case .signOut:
            session = .signedOut
            return .execute(Credentials.forget).and(.execute(Navigate(to: .login)))
        }
    }
}

enum Credentials: Command, Equatable {
    typealias Output = Void
    case keep(String), forget
}

struct Navigate: Command, Equatable {
    typealias Output = Void
    enum Place { case home, login }
    let to: Place
}

/// Signs the requests to the server.
@MainActor final class RequestSigner {
    private(set) var token: String?

    func perform(_ command: Credentials) {
        switch command {
        case .keep(let token): self.token = token
        case .forget: token = nil
        }
    }
}

/// Shows one screen of the application.
@MainActor final class Window {
    private(set) var place = Navigate.Place.login
    func show(_ place: Navigate.Place) { self.place = place }
}

@MainActor func openSession(_ signer: RequestSigner, _ window: Window) -> Store<Session> {
    let engine = Engine()
    engine.handle(Credentials.self) { signer.perform($0) }
    engine.handle(Navigate.self) { window.show($0.to) }
    return Store(.signedOut, Session(), on: engine)
}
