package import MillraceAccounts
import MillraceDurable
package import MillraceKit
package import MillraceWeb

/// A password that a person typed. No recording contains it.
package struct Password: Hashable, Codable, Sendable, Unrecorded {
    /// The text that was typed.
    package let text: String

    /// Creates a password from a text.
    package init(_ text: String) { self.text = text }
}

/// Signs a visitor in, with a new account or an existing one. It is not stored, because it contains a password.
package struct Enter: TransientCommand, Codable {
    package typealias Output = String
    package typealias Progress = Never
    package typealias Failure = EntranceFailure
    /// The name in the form.
    package let name: String
    /// The password in the form.
    package let password: Password
    /// Whether the account is created.
    package let isNew: Bool
    /// The visitor. A decoded command has one without a server.
    package private(set) var visitor = Visitor()

    package init(name: String, password: Password, isNew: Bool, visitor: Visitor) {
        (self.name, self.password, self.isNew, self.visitor) = (name, password, isNew, visitor)
    }

    private enum CodingKeys: CodingKey { case name, password, isNew }
}

/// Signs a visitor out, in all tabs.
package struct SignOut: TransientCommand, Codable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = Never
    /// The visitor. A decoded command has one without a server.
    package private(set) var visitor = Visitor()

    package init(visitor: Visitor) { self.visitor = visitor }

    private enum CodingKeys: CodingKey {}
}

/// Why a visitor could not enter.
package enum EntranceFailure: Error, Hashable, Codable, Sendable {
    case password(PasswordError)
    case taken
    case short
    case closed

    /// The reason, as a sentence.
    package var sentence: String {
        switch self {
        case .password(let error): "\(error)"
        case .taken: "This name is taken. Choose another one."
        case .short: "Choose a name, and a password of at least 8 characters."
        case .closed: "The list was closed meanwhile. Try again."
        }
    }
}

extension Store where R == Lunch {
    /// Lets visitors in: handles what pages forward to the engine of the list.
    package func admitVisitors(_ passwords: Passwords) {
        // An asynchronous closure with a capture list would not stay on the actor.
        weak let store = self
        engine.handle(Enter.self) { command async throws(EntranceFailure) in
            guard let store else { throw .closed }
            try await store.enter(command, passwords)
            command.visitor.signIn(as: command.name)
            return command.name
        }
    }

    private func enter(_ command: Enter, _ passwords: Passwords) async throws(EntranceFailure) {
        guard command.isNew else {
            let hash = state.member(named: command.name)?.password
            do throws(PasswordError) {
                return try await passwords.verify(
                    command.password.text, against: hash, for: command.name, from: command.visitor)
            } catch { throw .password(error) }
        }
        guard !command.name.isEmpty, command.password.text.count >= 8 else { throw .short }
        let hash: PasswordHash
        do throws(PasswordError) {
            hash = try await passwords.hash(command.password.text, from: command.visitor)
        } catch { throw .password(error) }
        do { try await remote.send(.joined(Member(name: command.name, password: hash))).stored() } catch {
            throw .closed
        }
        // Another page may have taken the name before.
        guard state.member(named: command.name)?.password == hash else { throw .taken }
    }
}
