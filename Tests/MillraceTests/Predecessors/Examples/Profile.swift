import MillraceExtras
import Millrace

/// Who the users are.
struct Directory: Sendable {
    let name: @Sendable (_ user: Int) async throws -> String
}

/// Greets a user. So little work that the command does it itself.
struct Welcome: ExecutableCommand {
    typealias Output = String
    let user: Int
    let directory: Directory

    func handle() async throws -> String { "Good to see you, \(try await directory.name(user))" }
}

@MainActor func welcome(_ user: Int, _ directory: Directory, on engine: Engine) async throws -> [String] {
    var said: [String] = []
    let reaction = EventListener<Welcome>(onProgress: { said.append("One moment") }, onData: { said.append($0) })
    try await engine.execute(Welcome(user: user, directory: directory), listener: reaction).finished()
    return said
}

/// Somebody has logged in.
struct LoggedIn: Fact, Equatable { let name: String }

/// Whoever logs in is on top of it.
@MainActor final class ProfileScreen {
    private(set) var title = "Nobody"

    init(_ engine: Engine) {
        engine.listen(to: LoggedIn.self, owner: self) { [unowned self] in title = $0.name }
    }
}

@MainActor struct LoginDesk {
    let engine: Engine
    func logIn(_ name: String) { engine.post(LoggedIn(name: name)) }
}
