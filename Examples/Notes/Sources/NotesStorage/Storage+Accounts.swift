import GRDB
import MillraceAccounts
import MillraceWeb
import NotesCore

/// The account. The database stores the hash of the passphrase.
extension Storage {
    func hasAccount() throws -> Bool {
        try quickReads.read { try Bool.fetchOne($0, sql: "SELECT true FROM account") == true }
    }

    /// Checks the name and the passphrase. Creates the account if there is none.
    ///
    /// - Throws: ``SignInFailure``, or an error of the database.
    func enter(_ command: EnterAccount) async throws -> Account {
        let (name, passphrase) = (command.name, command.passphrase)
        guard max(name.utf8.count, passphrase.text.utf8.count) <= Passphrase.longest else {
            throw SignInFailure.tooLong
        }
        guard let stored = try await storedAccount() else { return try await createAccount(command) }
        let visitor = visitor(of: command.window)
        do throws(PasswordError) {
            try await passwords.verify(passphrase.text, against: stored.password, for: name, from: visitor)
        } catch {
            switch error {
            case .wrongPassword: throw SignInFailure.wrong
            case .tooManyAttempts(let time):
                throw SignInFailure.tooManyAttempts(seconds: Int((time / .seconds(1)).rounded(.up)))
            case .busy: throw SignInFailure.busy
            }
        }
        // The name is checked last, so that the time does not reveal whether it is correct.
        guard name == stored.name else { throw SignInFailure.wrong }
        return signIn(stored.name, visitor)
    }

    private func createAccount(_ command: EnterAccount) async throws -> Account {
        let (name, passphrase) = (command.name.storable, command.passphrase)
        guard !name.isEmpty else { throw SignInFailure.noName }
        guard passphrase.text.count >= Passphrase.shortest else { throw SignInFailure.tooShort }
        let password: String
        do throws(PasswordError) {
            password = try await passwords.hash(passphrase.text, from: visitor(of: command.window)).text
        } catch { throw SignInFailure.busy }
        let isCreated = try await write(for: client(of: command.window)) { db in
            try db.execute(
                sql: "INSERT INTO account (id, name, password) VALUES (1, ?, ?) ON CONFLICT (id) DO NOTHING",
                arguments: [name, password])
            return db.changesCount == 1
        }
        // If another window has created the account meanwhile, this is an ordinary sign-in.
        return isCreated ? signIn(name, visitor(of: command.window)) : try await enter(command)
    }

    /// Signs the visitor of a window in. Windows that are opened later in the same browser are signed in, too.
    private func signIn(_ name: String, _ visitor: Visitor) -> Account {
        if visitor.request != nil { visitor.signIn(as: name) }
        return Account(name: name)
    }

    private func storedAccount() async throws -> (name: String, password: PasswordHash?)? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT name, password FROM account").map {
                ($0["name"], PasswordHash(text: $0["password"]))
            }
        }
    }
}
