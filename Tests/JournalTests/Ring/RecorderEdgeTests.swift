import Foundation
import Millrace
import MillraceHistory
import TestSupport
import Testing

@testable import MillraceJournal

private struct Secret: Codable, Hashable, Sendable, Unrecorded, CodingKeyRepresentable {
    var text: String
    var codingKey: any CodingKey { text.codingKey }

    init(text: String) { self.text = text }
    init?(codingKey: some CodingKey) { text = codingKey.stringValue }
}

private struct Refused: Error { var secret: Secret }

/// A command that fails with an error that contains a secret.
private struct Open: Command, Codable, Hashable { typealias Output = Void }

private struct Vault: Reducer {
    struct State: Codable {
        var byKey: [Secret: Int] = [:]
        var problem: String?
    }
    enum Action: Codable { case open, opened(Event<Open>), keep(Secret) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .open: return .execute(Open(), as: Action.opened)
        case .opened(let event): if event.error != nil { state.problem = "refused" }
        case .keep(let secret): state.byKey[secret] = 1
        }
        return .none
    }
}

@MainActor @Suite("Recorder, at its edges") struct RecorderEdgeTests {
    @Test("Recorder · a rewind of the history is recorded with the states that it restores") func rewind() async throws
    {
        let fixture = RingFixture()
        let history = History(records: 100)
        fixture.engine.history = history
        let store = fixture.store(Diary.State(), Diary())
        let other = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        for text in ["a", "b", "c"] { store.send(.type(text)) }
        other.send(.type("x"))
        try history.rewind(to: history.records[0].id)
        store.send(.insert(1, at: 0))
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        let place = try #require(run.turns.firstIndex { $0.kind == "replacement" })
        let restored = await reader.states(after: run.turns[place].id, in: run.name)
        #expect(
            restored[store.id.number]?["draft"] == .string("a") && restored[other.id.number]?["draft"] == .string(""))
        let last = await reader.states(after: .max, in: run.name)
        #expect(last[store.id.number]?["counts"]?["a"] == .number(1))
    }

    @Test("Recorder · the state before the first turn of a new store is known") func newStore() async throws {
        let fixture = RingFixture()
        let recorder = try fixture.recorder()
        let first = fixture.store(Diary.State(), Diary())
        first.send(.type("1"))
        let second = fixture.store(Diary.State(draft: "y"), Diary())
        second.send(.type("2"))
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        let before = await reader.states(after: run.turns[1].id - 1, in: run.name)
        #expect(before[second.id.number]?["draft"] == .string("y"))
        let changes = await reader.changes(of: ["ticks"], in: second.id.number, file: 0, of: run.name)
        #expect(changes.isEmpty)
    }

    @Test("Recorder · a secret in an error or in the key of a dictionary is in no file") func secrets() async throws {
        let fixture = RingFixture()
        fixture.engine.handle(Open.self) { _ in throw Refused(secret: Secret(text: "zorquadin")) }
        let store = fixture.store(Vault.State(), Vault())
        let recorder = try fixture.recorder()
        store.send(.open)
        for await problem in store.values(of: \.problem) where problem != nil { break }
        store.send(.keep(Secret(text: "zorquadin")))
        await recorder.end()
        let text = try RingFiles.all(in: fixture.folder).map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        #expect(text.contains("Refused") && !text.contains("zorq") && !text.contains("adin"))
        let run = try #require(await fixture.reader().last)
        #expect(run.turns.first { $0.kind == "command" }?.error == "Refused")
    }

    @Test("Recorder · a message that fails later is listed among those that failed") func lateFailure() async throws {
        let fixture = RingFixture()
        let (gate, open) = AsyncStream<Void>.makeStream()
        fixture.engine.handle(Open.self) { _ in
            for await _ in gate { break }
            throw Refused(secret: Secret(text: ""))
        }
        let store = fixture.store(Vault.State(), Vault())
        let recorder = try fixture.recorder()
        store.send(.open)
        await recorder.flush()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last).name
        var filter = TurnFilter()
        filter.onlyFailed = true
        #expect(await reader.whole(filter, run).turns.isEmpty)
        open.yield()
        for await problem in store.values(of: \.problem) where problem != nil { break }
        await recorder.end()
        try await reader.refresh()
        #expect(await reader.whole(filter, run).turns.map(\.type) == ["Open"])
    }

    @Test("Recorder · a held message has its outcome, and is no pending one") func held() async throws {
        let fixture = RingFixture()
        let holder = MessageHolder { $0.id == 1 }
        fixture.engine.middleware.append(holder)
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        store.send(.type("a"))
        store.send(.type("b"))
        holder.resumeAll(on: fixture.engine)
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        #expect(run.turns.map(\.outcome) == ["done", "done", "done"])
        #expect(await reader.states(after: .max, in: run.name)[store.id.number]?["draft"] == .string("ba"))
    }

    @Test("Recorder · after its end, nothing is written, also if it is flushed or ended again") func end() async throws
    {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        store.send(.type("a"))
        await recorder.end()
        let files = RingFiles.all(in: fixture.folder)
        let sizes = files.map { RingFiles.size(of: $0) }
        store.send(.type("b"))
        await recorder.flush()
        await recorder.end()
        #expect(RingFiles.all(in: fixture.folder) == files && files.map { RingFiles.size(of: $0) } == sizes)
    }

    @Test("Recorder · a reader waits for the header of a file that was only begun") func header() async throws {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        store.send(.type("a"))
        await recorder.end()
        let file = try #require(RingFiles.all(in: fixture.folder).first)
        let bytes = try Data(contentsOf: file)
        try bytes.prefix(20).write(to: file)
        let reader = RingReader(fixture.folder)
        await #expect(throws: RecordingError.self) { try await reader.refresh() }
        try bytes.write(to: file)
        try await reader.refresh()
        #expect(await reader.last?.turns.count == 1)
    }

    @Test("Recorder · one of 10,000 keys of a dictionary changes, and one line has that change alone") func dictionary()
        async throws
    {
        let fixture = RingFixture()
        let keys = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key \($0)", $0) })
        let store = fixture.store(Diary.State(counts: keys, draft: "key 77"), Diary())
        let recorder = try fixture.recorder()
        store.send(.insert(1, at: 0))
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        let line = try #require(await reader.line(of: run.turns[0], in: run.name))
        #expect("\(line)".utf8.count < 1_000)
        let state = await reader.states(after: .max, in: run.name)[store.id.number]
        #expect(state?["counts"]?["key 77"] == .number(78), "\(line)")
    }
}
