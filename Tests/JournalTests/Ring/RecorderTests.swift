import Foundation
import Millrace
import MillraceHistory
import TestSupport
import Testing

@testable import MillraceJournal

@MainActor @Suite("Recorder") struct RecorderTests {
    @Test(
        "Recorder · random programs: the recorded state after each turn is the state after that turn", arguments: 0..<10
    )
    func states(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixture = RingFixture()
        let history = History(records: 1_000)
        fixture.engine.history = history
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder(limit: seed % 2 == 0 ? 64_000_000 : 150_000)
        for _ in 0..<150 { store.send(Diary.randomAction(&random)) }
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        #expect(run.lost == 0 && run.cutAfter == nil)
        let records = history.turns(after: 0).filter { $0.id >= run.turns[0].id }
        #expect(run.turns.map(\.id) == records.map(\.id), "seed \(seed)")
        #expect(run.turns.map(\.cause) == records.map(\.cause), "seed \(seed)")
        for record in records.shuffled(using: &random).prefix(60) {
            guard let state = record.reductions(by: store.id, as: Diary.self).last?.after else { continue }
            let recorded = await reader.states(after: record.id, in: run.name)[store.id.number]
            #expect(try decoded(recorded) == state, "seed \(seed), turn \(record.id): \(recorded ?? .null)")
        }
    }

    private func decoded(_ json: JSON?) throws -> Diary.State {
        try JSONDecoder().decode(Diary.State.self, from: Data("\(json ?? .null)".utf8))
    }

    @Test("Recorder · a command has its cause, its end and the time between") func commands() async throws {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        store.send(.type("four"))
        store.send(.measure)
        await recorder.end()
        let run = try #require(await fixture.reader().last)
        #expect(run.turns.map(\.kind) == ["action", "action", "command", "event"])
        let command = run.turns[2]
        #expect(command.cause == run.turns[1].id && command.type == "Measure" && command.outcome == "done")
        #expect(command.ended?.turn == run.turns[3].id)
        #expect(run.chain(to: run.turns[3].id).map(\.title) == ["Diary.measure", "Measure", "Measure.data"])
        #expect(run.effects(of: command.id).map(\.id) == [run.turns[3].id])
    }

    @Test("Recorder · the ticks of a timer are counted in one line, with the change that they made") func ticks()
        async throws
    {
        let scheduler = ManualScheduler()
        let fixture = RingFixture(scheduler)
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        store.send(.startClock)
        for _ in 0..<100 { scheduler.advance(by: .seconds(1)) }
        store.send(.type("a"))
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        #expect(run.turns.map(\.count) == [1, 1, 1, 1, 1, 97, 1])
        let folded = run.turns[5]
        #expect(folded.last - folded.id == 96)
        #expect(run.turn(folded.id + 50) == folded)
        let state = await reader.states(after: folded.last, in: run.name)[store.id.number]
        #expect(state?["ticks"] == .number(101))
    }

    @Test("Recorder · the oldest files are removed, and the others can be read alone") func ring() async throws {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder(limit: 300_000)
        for number in 0..<80 {
            for _ in 0..<50 { store.send(.edit(at: 0, text: "\(number)")) }
            store.send(.insert(number, at: 0))
            await recorder.flush()
        }
        await recorder.end()
        let files = RingFiles.all(in: fixture.folder)
        #expect(files.count >= 2 && files.map { RingFiles.size(of: $0) }.reduce(0, +) < 500_000)
        let run = try #require(await fixture.reader().last)
        #expect(run.isCompacted && run.turns.first.map { $0.id > 500 } == true)
        let reader = try await fixture.reader()
        let state = await reader.states(after: run.turns.last?.id ?? 0, in: run.name)[store.id.number]
        #expect(try decoded(state) == store.state)
        let alone = RingReader(try #require(files.last))
        try await alone.refresh()
        let last = await alone.states(after: .max, in: run.name)[store.id.number]
        #expect(try decoded(last) == store.state)
    }

    @Test("Recorder · a reader that follows sees the same as one that begins at the end") func following() async throws
    {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder(limit: 300_000)
        let reader = RingReader(fixture.folder)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<30 {
            for _ in 0..<10 { store.send(Diary.randomAction(&random)) }
            await recorder.flush()
            try await reader.refresh()
        }
        await recorder.end()
        try await reader.refresh()
        let (run, other) = (try #require(await reader.last), try #require(await fixture.reader().last))
        #expect(run.turns.map(\.id) == other.turns.map(\.id))
        #expect(run.turns.map(\.title) == other.turns.map(\.title))
        let id = try #require(run.turns.dropFirst(run.turns.count / 2).first?.id)
        let fresh = try await fixture.reader()
        #expect(await reader.states(after: id, in: run.name) == fresh.states(after: id, in: run.name))
    }

    @Test("Recorder · the next run keeps the files of the one before") func runs() async throws {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        for text in ["a", "b"] {
            let recorder = try fixture.recorder()
            store.send(.type(text))
            await recorder.end()
        }
        let runs = try await fixture.reader().runs
        #expect(runs.map(\.turns.count) == [1, 1])
        #expect(runs[0].name < runs[1].name)
    }

    @Test(
        "Recorder · a store that is created later is recorded with its first state, and one that is released is closed")
    func stores() async throws {
        let fixture = RingFixture()
        let recorder = try fixture.recorder()
        let first = fixture.store(Diary.State(draft: "x"), Diary())
        var second: Store<Diary>? = Store(Diary.State(draft: "y"), Diary(), on: fixture.engine)
        first.send(.type("1"))
        second?.send(.type("2"))
        let number = try #require(second?.id.number)
        second = nil
        for _ in 0..<300 { first.send(.type("1")) }
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        #expect(run.stores.count == 2 && run.closed == [number])
        let states = await reader.states(after: run.turns[1].id, in: run.name)
        #expect(states[number]?["draft"] == .string("y2") && states[first.id.number]?["draft"] == .string("x1"))
    }

    @Test("Recorder · an engine that is released while it is recorded leaves a complete recording") func released()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        var store: Store<Diary>? = Store(Diary.State(), Diary(), on: Engine())
        let recorder = try Recorder(try #require(store).engine, folder: folder)
        store?.send(.type("a"))
        store = nil
        await recorder.end()
        let reader = RingReader(folder)
        try await reader.refresh()
        #expect(await reader.last?.turns.count == 1)
    }

    @Test("Recorder · a filter finds texts and values exactly, and its pages have at most 200 turns") func filters()
        async throws
    {
        let fixture = RingFixture()
        let store = fixture.store(Diary.State(), Diary())
        let recorder = try fixture.recorder()
        for number in 0..<1_000 { store.send(.insert(number, at: 0)) }
        store.send(.type("needle"))
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last).name
        var filter = TurnFilter()
        filter.text = "eedl"
        var page = await reader.whole(filter, run)
        #expect(page.turns.map(\.title) == ["Diary.type"] && page.count == 1)
        // The pages of another tab do not restart the search.
        filter = TurnFilter()
        filter.value = "77"
        _ = await reader.page(TurnFilter(), in: run, from: nil, limit: 200)
        #expect(await reader.whole(filter, run).turns.map(\.id).contains(78))
        page = await reader.whole(TurnFilter(), run)
        #expect(page.count == 1_001 && page.turns.count == 200 && page.start == 801)
    }

    @Test("Recorder · a folder that cannot be written is an error, and an empty one is no recording") func errors()
        async throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(throws: RecordingError.self) { try Recorder(Engine(), folder: file) }
        await #expect(throws: RecordingError.self) { try await RingReader(file).refresh() }
        await #expect(throws: RecordingError.self) {
            try await RingReader(FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID())")).refresh()
        }
    }
}
