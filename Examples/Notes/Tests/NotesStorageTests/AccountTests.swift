import Foundation
import GRDB
import MillraceAccounts
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
            passwords: Passwords(cost: .test))
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
        #expect(rows.count == 1 && (rows[0]["password"] as String).hasPrefix("scrypt$4$1$1$"))
        try await storage.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: folder.database)
        #expect(bytes.range(of: Data("Emma".utf8)) != nil && bytes.range(of: Data("sword fish".utf8)) == nil)
    }

    // The key is that of RFC 7914, section 12.
    @Test("An account of an older database keeps its passphrase and its parameters") func older() async throws {
        let folder = try Folder()
        let old = try DatabaseQueue(path: folder.database.path)
        try Schema.migrator.migrate(old, upTo: "9 parallelism of the derivation of keys")
        let key: [UInt8] = [
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb, 0xfd, 0xa8,
            0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
        ]
        try await old.write { db in
            try db.execute(
                sql: "INSERT INTO account (id, name, salt, hash, cost) VALUES (1, 'Emma', ?, ?, 16384)",
                arguments: [Data("SodiumChloride".utf8), Data(key)])
        }
        try old.close()
        let (storage, engine) = (try Storage(folder: folder.url), Engine())
        engine.registerHandlers(of: storage)
        func enter(_ passphrase: String) async -> Event<EnterAccount>? {
            await engine.events(of: EnterAccount(name: "Emma", passphrase: Passphrase(passphrase), in: WindowID(1)))
                .last
        }
        #expect(await enter("pleaseletmein") == .data(Account(name: "Emma")))
        #expect(await enter("Pleaseletmein") == .failure(.wrong))
        engine.shutdown()
        try storage.close()
    }
}
