import MillraceExtras
import Millrace

/// The names of the users.
struct Directory: Sendable {
    let name: @Sendable (_ user: Int) async throws -> String
}

/// Greets a user. It does so little that the command itself does it.
struct Welcome: ExecutableCommand {
    typealias Output = String
    let user: Int
    let directory: Directory

    func handle() async throws -> String { "Good to see you, \(try await directory.name(user))" }
}

@MainActor func welcome(_ user: Int, _ directory: Directory, on engine: Engine) async throws -> [String] {
    var greetings: [String] = []
    let listener = EventListener<Welcome>(onData: { greetings.append($0) })
    try await engine.execute(Welcome(user: user, directory: directory), listener: listener).finished()
    return greetings
}

/// A user has logged in.
struct LoggedIn: Fact, Equatable { let name: String }

/// Shows the user who logged in last.
@MainActor final class ProfileScreen {
    private(set) var title = "Not logged in"

    init(_ engine: Engine) {
        engine.listen(to: LoggedIn.self, owner: self) { [unowned self] in title = $0.name }
    }
}

@MainActor struct LoginService {
    let engine: Engine
    func logIn(_ name: String) { engine.post(LoggedIn(name: name)) }
}
