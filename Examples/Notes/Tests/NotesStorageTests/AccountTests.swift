import Foundation
import GRDB
import MillraceKit
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("The account, on a real SQLite file") struct AccountTests {
    private let folder: Folder
    private let storage: Storage
    private let engine: Engine

    init() throws {
        folder = try Folder()
        engine = Engine()
        // A low cost, so that tests are fast.
        storage = try Storage(
            folder: folder.url, now: { 0 }, configuration: Storage.configuration(),
            derivation: KeyDerivation(cost: 1 << 4, parallelism: 1))
        engine.registerHandlers(of: storage)
    }

    private func enter(_ name: String, _ passphrase: String) async -> Event<EnterAccount>? {
        await engine.events(of: EnterAccount(name: name, passphrase: Passphrase(passphrase), in: WindowID(1))).last
    }

    @Test("The first sign-in creates the account, which all others must match") func entering()
        async throws
    {
        #expect(try await engine.output(of: FindAccount()) == false)
        #expect(await enter("Emma", "") == .failure(.tooShort))
        #expect(await enter("Emma", "short") == .failure(.tooShort))
        // Normalizing many combining marks takes minutes.
        let marks = "a" + String(repeating: "\u{301}\u{323}", count: 1_000_000)
        #expect(await enter("Emma", marks) == .failure(.tooLong))
        #expect(await enter(marks, "long enough") == .failure(.tooLong))
        #expect(await enter("", "long enough") == .failure(.noName))
        #expect(await enter("Emma", "long enough") == .data(Account(name: "Emma")))
        #expect(try await engine.output(of: FindAccount()))
        #expect(await enter("Emma", "long enough") == .data(Account(name: "Emma")))
        for (name, passphrase) in [
            ("Emma", "long Enough"), ("Emma", ""), ("emma", "long enough"), ("Ida", "another one"),
        ] {
            #expect(await enter(name, passphrase) == .failure(.wrong))
        }
    }

    @Test("Stores the account, without its passphrase in readable form")
    func stored() async throws {
        _ = await enter("Emma", "sword fish")
        let rows = try storage.pool.read { try Row.fetchAll($0, sql: "SELECT * FROM account") }
        #expect(rows.count == 1 && rows[0]["cost"] == 16)
        #expect((rows[0]["salt"] as Data).count == 16 && (rows[0]["hash"] as Data).count == 32)
        try await storage.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: folder.database)
        #expect(bytes.range(of: Data("Emma".utf8)) != nil && bytes.range(of: Data("sword fish".utf8)) == nil)
    }

    @Test(
        "Derives another key with another salt, and the same key from composed and decomposed letters")
    func derivingKeys() throws {
        func deriveKey(_ text: String, _ salt: UInt8) throws -> Data {
            try KeyDerivation(cost: 16, parallelism: 1).deriveKey(Passphrase(text), salt: Data([salt]))
        }
        let (one, same) = (try deriveKey("caf\u{e9}", 1), try deriveKey("cafe\u{301}", 1))
        let other = try deriveKey("caf\u{e9}", 2)
        #expect(one == same && one != other)
    }

    // From RFC 7914, section 12. An account of an older database needs the same key.
    @Test("Derives the key of the standard") func standard() throws {
        let key = try KeyDerivation(cost: 16_384, parallelism: 1).deriveKey(
            Passphrase("pleaseletmein"), salt: Data("SodiumChloride".utf8))
        #expect(
            key.map { String($0, radix: 16) }.joined(separator: " ")
                == "70 23 bd cb 3a fd 73 48 46 1c 6 cd 81 fd 38 eb fd a8 fb ba 90 4f 8e 3e a9 b5 43 f6 54 5d a1 f2")
    }

    @Test("A damaged cost is an error", arguments: [.min, -1, 0, 1, 3, 1 << 21, .max]) func damaged(cost: Int) {
        #expect(throws: KeyDerivation.Failure.self) {
            try KeyDerivation(cost: cost, parallelism: 1).deriveKey(Passphrase("long enough"), salt: Data([1]))
        }
    }

    @Test("A damaged parallelism is an error", arguments: [.min, -1, 0, 17, .max]) func damaged(parallelism: Int) {
        #expect(throws: KeyDerivation.Failure.self) {
            try KeyDerivation(cost: 16, parallelism: parallelism).deriveKey(Passphrase("long enough"), salt: Data([1]))
        }
    }

    // As the function scrypt of Python's hashlib derives it.
    @Test("Derives a key with the standard parameters") func usual() throws {
        let key = try KeyDerivation.standard.deriveKey(Passphrase("pleaseletmein"), salt: Data("SodiumChloride".utf8))
        #expect(
            key.map { String($0, radix: 16) }.joined(separator: " ")
                == "84 22 c0 d6 29 1f 1b 54 6e e1 b0 59 81 2e e8 ed 32 cd e1 db 24 9 8e 29 4d d7 8b 9e 76 70 a2 d0")
    }

    @Test("An account of an older database keeps its parameters") func older() async throws {
        let passphrase = Passphrase("long enough")
        let (old, salt) = (KeyDerivation(cost: 32, parallelism: 1), Data([1, 2, 3]))
        try await storage.pool.write { db in
            try db.execute(
                sql: "INSERT INTO account (id, name, salt, hash, cost) VALUES (1, 'Emma', ?, ?, 32)",
                arguments: [salt, try old.deriveKey(passphrase, salt: salt)])
        }
        #expect(await enter("Emma", "long enough") == .data(Account(name: "Emma")))
    }
}
