import COpenSSL
import Foundation
import GRDB
import NotesCore

/// The account. The database stores a key derived from the passphrase by scrypt, and its salt.
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
        // No key can be derived from an empty passphrase.
        if passphrase.text.isEmpty { throw try hasAccount() ? SignInFailure.wrong : .tooShort }
        guard let stored = try await storedAccount() else { return try await createAccount(command) }
        // The name is checked last, so that the time does not reveal whether it is correct.
        return try await signInGuard.check(from: client(of: command.window)) {
            try stored.derivation.deriveKey(passphrase, salt: stored.salt)
        } _: { hash in
            hash.isEqual(to: stored.hash) && name == stored.name ? Account(name: stored.name) : nil
        }
    }

    private func createAccount(_ command: EnterAccount) async throws -> Account {
        let (name, passphrase) = (command.name.storable, command.passphrase)
        guard !name.isEmpty else { throw SignInFailure.noName }
        guard passphrase.text.count >= Passphrase.shortest else { throw SignInFailure.tooShort }
        var random = SystemRandomNumberGenerator()
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        let derivation = derivation
        let hash = try await signInGuard.check(from: client(of: command.window)) {
            try derivation.deriveKey(passphrase, salt: salt)
        } _: {
            $0
        }
        let isCreated = try await write(for: client(of: command.window)) { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, salt, hash, cost, parallelism) VALUES (1, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [name, salt, hash, derivation.cost, derivation.parallelism])
            return db.changesCount == 1
        }
        // If another window has created the account meanwhile, this is an ordinary sign-in.
        return isCreated ? Account(name: name) : try await enter(command)
    }

    private func storedAccount() async throws -> (name: String, salt: Data, hash: Data, derivation: KeyDerivation)? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT name, salt, hash, cost, parallelism FROM account").map {
                let derivation = KeyDerivation(cost: $0["cost"], parallelism: $0["parallelism"])
                return ($0["name"], $0["salt"], $0["hash"], derivation)
            }
        }
    }
}

/// Derives a key from a passphrase. This takes time and memory, so that guessing passphrases is expensive.
struct KeyDerivation: Sendable {
    /// The parameters that OWASP recommends for scrypt with the least memory: 16 MB, and a few tenths of a second. More memory takes
    /// more time, which delays the sign-ins that wait.
    static let standard = KeyDerivation(cost: 1 << 14, parallelism: 5)

    /// The highest cost, which requires 1 GB.
    private static let highestCost = UInt64(1 << 20)
    /// The highest parallelism.
    private static let highestParallelism = UInt64(16)
    /// The block size of scrypt, as OWASP recommends it. An existing database needs the same one.
    private static let blockSize = UInt64(8)

    /// The cost parameter of scrypt, a power of 2.
    let cost: Int
    /// The parallelization parameter of scrypt: how many parts are computed, one after another.
    let parallelism: Int

    /// Returns the key of 32 bytes for a passphrase. Blocks the thread meanwhile.
    ///
    /// - Throws: ``Failure``, if OpenSSL cannot derive it, for example without enough memory.
    func deriveKey(_ passphrase: Passphrase, salt: Data) throws -> Data {
        // Accented letters are normalized, because keyboards compose them in different ways.
        let text = Data(passphrase.text.precomposedStringWithCanonicalMapping.utf8)
        // A damaged database can contain any number.
        guard let cost = UInt64(exactly: cost), cost <= Self.highestCost,
            let parallelism = UInt64(exactly: parallelism), parallelism <= Self.highestParallelism
        else { throw Failure() }
        // What OpenSSL requires: a block for each step, two more, and one for each part.
        let memory = 128 * Self.blockSize * (cost + 2 + parallelism)
        var key = Data(count: 32)
        let isDerived = text.withUnsafeBytes { text in
            salt.withUnsafeBytes { salt in
                key.withUnsafeMutableBytes { key in
                    EVP_PBE_scrypt(
                        text.baseAddress, text.count, salt.baseAddress, salt.count, cost, Self.blockSize,
                        parallelism, memory, key.baseAddress, key.count)
                }
            }
        }
        guard isDerived == 1 else { throw Failure() }
        return key
    }

    /// The error of a key that could not be derived.
    struct Failure: Error, CustomStringConvertible { var description: String { "OpenSSL could not derive the key" } }
}

extension Data {
    /// Whether both are equal, compared in constant time.
    fileprivate func isEqual(to other: Data) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
