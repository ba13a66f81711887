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
        // Cheap to try out, so that tests are quick.
        storage = try Storage(
            folder: folder.url, now: { 0 }, configuration: Storage.configuration(), stretchingCost: 1 << 4)
        engine.use(storage)
    }

    private func enter(_ name: String, _ passphrase: String) async -> Event<EnterAccount>? {
        await engine.events(of: EnterAccount(name: name, passphrase: Passphrase(passphrase))).last
    }

    @Test("The first who signs in makes the account, and only they are let in from then on") func entering()
        async throws
    {
        #expect(try await engine.output(of: FindAccount()) == false)
        #expect(await enter("Emma", "") == .failure(.tooShort))
        #expect(await enter("Emma", "short") == .failure(.tooShort))
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

    @Test("The account is there for the next program, and its passphrase is on the disk in no form that can be read")
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
        "The same passphrase is stretched to something else with another salt, and takes composed letters as they look")
    func stretching() async throws {
        func stretch(_ text: String, _ salt: UInt8) async throws -> Data {
            try await Stretching(cost: 16).stretch(Passphrase(text), salt: Data([salt]))
        }
        let (one, same) = (try await stretch("caf\u{e9}", 1), try await stretch("cafe\u{301}", 1))
        let other = try await stretch("caf\u{e9}", 2)
        #expect(one == same && one != other)
    }

    @Test("As dear as in the program, a passphrase can be stretched") func usual() async throws {
        let hash = try await Stretching(cost: Stretching.usualCost).stretch(Passphrase("long enough"), salt: Data([1]))
        #expect(hash.count == 32)
    }
}
