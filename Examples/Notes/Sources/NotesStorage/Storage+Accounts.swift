import CryptoExtras
import Foundation
import GRDB
import NotesCore

/// The one account. Of its passphrase only what scrypt makes of it is stored, with a salt of its own.
extension Storage {
    func hasAccount() throws -> Bool {
        try pool.read { try Bool.fetchOne($0, sql: "SELECT true FROM account") == true }
    }

    /// Checks name and passphrase; makes the account where there is none.
    ///
    /// - Throws: ``SignInFailure``, or what the database throws.
    func enter(_ name: String, _ passphrase: Passphrase) async throws -> Account {
        // Nothing cannot be stretched, and is no passphrase.
        if passphrase.text.isEmpty { throw try hasAccount() ? SignInFailure.wrong : .tooShort }
        guard let stored = try await storedAccount() else { return try await makeAccount(name, passphrase) }
        // The name is checked last, so that the time does not tell whether it was right.
        let hash = try await Stretching(cost: stored.cost).stretch(passphrase, salt: stored.salt)
        guard hash.isEqual(to: stored.hash), name == stored.name else { throw SignInFailure.wrong }
        return Account(name: stored.name)
    }

    private func makeAccount(_ name: String, _ passphrase: Passphrase) async throws -> Account {
        let name = name.storable
        guard !name.isEmpty else { throw SignInFailure.noName }
        guard passphrase.text.count >= Passphrase.shortest else { throw SignInFailure.tooShort }
        var random = SystemRandomNumberGenerator()
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        let hash = try await Stretching(cost: stretchingCost).stretch(passphrase, salt: salt)
        let cost = stretchingCost
        let isMade = try await pool.write { db in
            try db.execute(
                sql:
                    "INSERT INTO account (id, name, salt, hash, cost) VALUES (1, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                arguments: [name, salt, hash, cost])
            return db.changesCount == 1
        }
        // Another window was quicker: then it is checked like any other.
        return isMade ? Account(name: name) : try await enter(name, passphrase)
    }

    private func storedAccount() async throws -> (name: String, salt: Data, hash: Data, cost: Int)? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT name, salt, hash, cost FROM account").map {
                ($0["name"], $0["salt"], $0["hash"], $0["cost"])
            }
        }
    }
}

/// Makes trying out passphrases dear: each try takes memory and time.
struct Stretching: Sendable {
    /// What OWASP asks of scrypt: 128 MB and some tenths of a second.
    static let usualCost = 1 << 17

    /// How often each block is mixed; a power of 2.
    let cost: Int

    /// What becomes of a passphrase. It takes its time, away from the actor that asks.
    @concurrent
    func stretch(_ passphrase: Passphrase, salt: Data) async throws -> Data {
        // Accents that look alike are alike, however a keyboard composes them.
        let text = Data(passphrase.text.precomposedStringWithCanonicalMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: text, salt: salt, outputByteCount: 32, rounds: cost, blockSize: 8, parallelism: 1)
        return key.withUnsafeBytes { Data($0) }
    }
}

extension Data {
    /// Whether both are the same, found out in a time that does not tell where they differ.
    fileprivate func isEqual(to other: Data) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
