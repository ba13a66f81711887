import Foundation
import MillraceAccounts
import MillraceJournal
import MillraceKit
import MillraceWeb
import Testing

@testable import LunchCore

@MainActor @Suite("Recordings") struct RecordingTests {
    private let order = Order(name: "bob", dish: "Soup")

    /// Expects that each value is equal after it was encoded and decoded.
    private func expectRestored<Value: Codable & Equatable>(
        _ values: Value..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for value in values {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(Value.self, from: data) == value, sourceLocation: sourceLocation)
        }
    }

    private func filled() async throws -> Lunch.State {
        var state = Lunch.State()
        let hash = try await Passwords(cost: .test).hash("long enough")
        state.members = [Member(name: "bob", password: hash)]
        (state.board.orders, state.board.secondsLeft) = ([order], 60)
        return state
    }

    @Test("States are equal after they were encoded") func states() async throws {
        let filled = try await filled()
        try expectRestored(Lunch.State(), filled)
        try expectRestored(
            Today.State(),
            Today.State(account: "bob", board: filled.board, problem: "No.", isEntering: true))
        try expectRestored(Admin.State(name: nil), Admin.State(name: "ada", board: filled.board))
    }

    @Test("Actions and commands are equal after they were encoded") func actions() async throws {
        let filled = try await filled()
        let member = filled.members[0]
        try expectRestored(
            Lunch.Action.joined(member), .order(order), .close(inMinutes: 5, by: "ada"), .tick(.init()))
        try expectRestored(
            Today.Action.observed(.data(filled.board)),
            .enter(name: "bob", password: Password("long enough"), isNew: true), .entered(.data("bob")),
            .entered(.failure(.password(.tooManyAttempts(.seconds(60))))), .entered(.failure(.taken)), .order("Soup"))
        try expectRestored(Admin.Action.observed(.data(filled.board)), .close(inMinutes: 5), .open, .clear)
        let enter = Enter(name: "bob", password: Password("long enough"), isNew: true, visitor: Visitor())
        let decoded = try JSONDecoder().decode(Enter.self, from: JSONEncoder().encode(enter))
        #expect(decoded.name == "bob" && decoded.password == enter.password && decoded.isNew)
        _ = try JSONDecoder().decode(SignOut.self, from: JSONEncoder().encode(SignOut(visitor: Visitor())))
    }

    @Test("All that happens can be recorded, but no part of a password or of its hash") func recording() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lunch-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let engine = Engine()
        let recorder = try Recorder(engine, folder: folder)
        let passwords = Passwords(cost: .test)
        let hash = try await passwords.hash("zqxvwjkyvq")
        let lunch = Store(Lunch.State(), Lunch(admins: ["ada"]), on: engine)
        // The recording contains one engine, so the pages use that of the list. A visitor without a server cannot sign in.
        engine.handle(Enter.self) { command throws(EntranceFailure) in
            guard command.isNew else { throw .password(.wrongPassword) }
            lunch.send(.joined(Member(name: command.name, password: hash)))
            return command.name
        }
        engine.handle(SignOut.self) { _ in }
        let page = Today(lunch: lunch.remote, visitor: Visitor(), admins: ["ada"])
        let navigator = Navigator(root: page, stacked: true, on: engine)
        let today = try #require(navigator.store(of: Today.self))
        today.send(.enter(name: "bob", password: Password("wxqjzvkq"), isNew: false))
        #expect(today.state.problem != nil)
        today.send(.enter(name: "bob", password: Password("zqxvwjkyvq"), isNew: true))
        today.send(.order("Soup"))
        today.send(.signOut)
        engine.processPending()
        #expect(lunch.state.members.count == 1 && lunch.state.board.orders == [order])
        await recorder.end()

        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for name in ["Enter", "Password", "PasswordHash", "bob", "Soup"] { #expect(text.contains(name)) }
        for secret in ["zqxvwjkyvq", "wxqjzvkq"].map(Array.init) {
            for start in 0...(secret.count - 4) { #expect(!text.contains(String(secret[start..<start + 4]))) }
        }
        #expect(!text.contains("scrypt"))
        for part in hash.text.split(separator: "$").suffix(2) { #expect(!text.contains(part)) }
        // A request of a navigator has a module, which cannot be encoded.
        let messages = text.split(separator: "\n").filter { !$0.contains("\"type\":\"Navigator.Request\"") }
        #expect(messages.filter { $0.contains("not Codable") || $0.contains("cannot be encoded") }.isEmpty)
    }
}
