package import MillraceAccounts
package import MillraceKit
package import MillraceWeb

/// Reads the file.
package struct LoadFile: Command, Hashable {
    package typealias Output = LunchFile
    package typealias Progress = Never
    package typealias Failure = FileFailure
}

/// Writes the file.
package struct SaveFile: Command, Hashable {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = FileFailure
    /// The whole content.
    package let file: LunchFile
}

/// The error of reading or writing the file.
package struct FileFailure: Error, Hashable, Sendable {
    /// The reason, as a sentence.
    package let reason: String

    /// Creates the error.
    package init(_ reason: String) { self.reason = reason }
}

/// A change that a window requests.
package enum LunchChange: Fact, Hashable, Codable {
    case order(Order)
    case withdraw(name: String)
    case close(inMinutes: Int, by: String)
    case open(by: String)
    case clear(by: String)
    /// Load or save again after a failure.
    case retry
}

/// The list, as the windows show it.
package struct ShownBoard: Hashable, Sendable {
    /// The list.
    package var board = Board()
    /// Whether the file was read.
    package var isLoaded = false
    /// Why the last load or save failed.
    package var problem: String?
}

/// Sends the list at once, and after each change.
package struct ObserveBoard: Command, Hashable {
    package typealias Output = ShownBoard
    package typealias Progress = Never
    package typealias Failure = Never
}

/// Signs a visitor in, with a new account or an existing one. It is not codable, so no recording can contain the password.
package struct Enter: Command {
    package typealias Output = String
    package typealias Progress = Never
    package typealias Failure = EntranceFailure
    /// The content of the form.
    package let name, password: String
    /// Whether the account is created.
    package let isNew: Bool
    /// The visitor.
    package let visitor: Visitor
}

/// Signs a visitor out, in all tabs.
package struct SignOut: Command {
    package typealias Output = Void
    package typealias Progress = Never
    package typealias Failure = Never
    /// The visitor.
    package let visitor: Visitor
}

/// Why a visitor could not enter.
package enum EntranceFailure: Error, Hashable, Sendable {
    case password(PasswordError)
    case taken
    case short

    /// The reason, as a sentence.
    package var sentence: String {
        switch self {
        case .password(let error): "\(error)"
        case .taken: "This name is taken. Choose another one."
        case .short: "Choose a name, and a password of at least 8 characters."
        }
    }
}

extension Store where R == Lunch {
    /// Receives the changes that windows request, sends them the list, and lets visitors in.
    package func serveWindows(_ passwords: Passwords) {
        listen(to: LunchChange.self, as: Lunch.Action.change)
        engine.handle(ObserveBoard.self) { [weak self] (_: ObserveBoard, reply: Reply<ObserveBoard>) in
            guard let self else { return reply.cancel() }
            // The subscription ends with its owner, which the reply releases when the window is closed.
            let owner = Owner()
            subscribe(to: \.shown, owner: owner) { reply.data($0) }
            reply.onCancel { withExtendedLifetime(owner) {} }
        }
        // An asynchronous closure with a capture list would not stay on the actor.
        weak let store = self
        engine.handle(Enter.self) { command async throws(EntranceFailure) in
            try await store?.enter(command, passwords)
            command.visitor.signIn(as: command.name)
            return command.name
        }
        engine.handle(SignOut.self) { command in await command.visitor.signOut() }
    }

    private func enter(_ command: Enter, _ passwords: Passwords) async throws(EntranceFailure) {
        guard command.isNew else {
            let hash = state.member(named: command.name)?.password
            do throws(PasswordError) {
                return try await passwords.verify(
                    command.password, against: hash, for: command.name, from: command.visitor)
            } catch { throw .password(error) }
        }
        guard !command.name.isEmpty, command.password.count >= 8 else { throw .short }
        let hash: PasswordHash
        do throws(PasswordError) {
            hash = try await passwords.hash(command.password, from: command.visitor)
        } catch { throw .password(error) }
        // Another window may have taken the name meanwhile.
        guard state.member(named: command.name) == nil else { throw .taken }
        send(.joined(Member(name: command.name, password: hash)))
    }
}

private final class Owner: Sendable {}
