import MillraceAccounts
package import MillraceKit
import MillraceWeb
package import OrdersCore

/// Signs visitors in, on the node of their page. The accounts can be on another one: it checks no password, and receives only hashes.
package struct Entrance: Sendable {
    private let accounts: RemoteStore<Accounts>
    private let passwords = Passwords()

    /// Creates the entrance of all pages of a program.
    package init(_ accounts: RemoteStore<Accounts>) { self.accounts = accounts }

    /// Checks the password, or creates an account. The visitor is signed in when the account is stored.
    package func enter(_ command: Enter) async throws(EntranceFailure) {
        try await check(command)
        command.visitor.signIn(as: command.name)
    }

    /// Checks the password, or creates an account.
    package func check(_ command: Enter) async throws(EntranceFailure) {
        if command.isNew { return try await join(command) }
        let hash = try await hash(of: command.name)
        do throws(PasswordError) {
            try await passwords.verify(
                command.password.text, against: hash, for: command.name, from: command.visitor)
        } catch { throw .password(error) }
    }

    private func join(_ command: Enter) async throws(EntranceFailure) {
        guard !command.name.isEmpty, command.password.text.count >= 8 else { throw .short }
        let hash: PasswordHash
        do throws(PasswordError) {
            hash = try await passwords.hash(command.password.text, from: command.visitor)
        } catch { throw .password(error) }
        if try await self.hash(of: command.name) != nil { throw .taken }
        // Another window may take the name meanwhile. Two hashes of one password differ, so the stored one says who has it.
        if try await stored(hash, of: command.name) != hash { throw .taken }
    }

    private func hash(of name: String) async throws(EntranceFailure) -> PasswordHash? {
        do { return try await accounts.value(of: \.passwords[name]) } catch { throw .closed }
    }

    /// Sends a hash, and returns the one that is stored for the name.
    private func stored(_ hash: PasswordHash, of name: String) async throws(EntranceFailure) -> PasswordHash? {
        do {
            try await accounts.send(.join(name, hash))
            for try await stored in accounts.observe(\.passwords[name]) where stored != nil { return stored }
        } catch { throw .closed }
        throw .closed
    }
}
