import Foundation
import Millrace
import TestSupport
import Testing

@testable import MillraceJournal

@MainActor @Suite("Exported recordings") struct ExportedRecordingTests {
    /// A secret, and what a program does with it.
    private struct Vault: Reducer {
        struct PIN: Codable, Hashable, Sendable, Unrecorded { var digits: String }

        struct State: Codable, Equatable {
            var pin = PIN(digits: "zqxvwjky")
            var count = 0
        }

        enum Action: Codable, Equatable { case enter(PIN) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.count += 1
            return .none
        }
    }

    /// Writes a part of a run to a file, and returns a reader of it.
    private func exported(_ reader: RingReader, _ first: UInt64, _ last: UInt64, _ run: String) async throws
        -> RingReader
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
        try await reader.recording(from: first, to: last, of: run).write(to: file, atomically: true, encoding: .utf8)
        let alone = RingReader(file)
        try await alone.refresh()
        return alone
    }

    @Test(
        "Recorder · a part of a run as a file of its own has the same turns, causes and states",
        arguments: [(1, 5), (3, 40), (100, 330), (1, UInt64.max)] as [(UInt64, UInt64)])
    func part(_ first: UInt64, _ last: UInt64) async throws {
        var random = SeededGenerator(seed: first)
        let scheduler = ManualScheduler()
        let fixture = RingFixture(scheduler)
        let store = fixture.store(Diary.State(), Diary())
        // Small files, so that the part is in several of them.
        let recorder = try fixture.recorder(limit: 1_000_000)
        store.send(.startClock)
        for _ in 0..<300 {
            store.send(Diary.randomAction(&random))
            scheduler.advance(by: .milliseconds(300))
            await recorder.flush()
        }
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        let alone = try await exported(reader, max(first, run.turns[0].id), last, run.name)
        let part = try #require(await alone.last)
        let turns = run.turns.filter { $0.id >= first && $0.id <= last }
        #expect(!turns.isEmpty && part.cutAfter == nil && part.name == run.name)
        #expect(part.turns.map(\.id) == turns.map(\.id) && part.turns.map(\.cause) == turns.map(\.cause))
        #expect(part.turns.map(\.title) == turns.map(\.title) && part.turns.map(\.last) == turns.map(\.last))
        #expect(part.isCompacted == (turns.first?.id != run.turns[0].id || run.isCompacted))
        for turn in turns.shuffled(using: &random).prefix(40) {
            let states = await reader.states(after: turn.last, in: run.name)
            #expect(await alone.states(after: turn.last, in: run.name) == states, "turn \(turn.id)")
            #expect(
                await alone.line(of: try #require(part.turn(turn.id)), in: run.name)?["payload"]
                    == reader.line(of: turn, in: run.name)?["payload"])
        }
    }

    @Test("Recorder · a part of a run has no secret") func secret() async throws {
        let fixture = RingFixture()
        let store = fixture.store(Vault.State(), Vault())
        let recorder = try fixture.recorder()
        store.send(.enter(.init(digits: "zqxvwjky")))
        await recorder.end()
        let reader = try await fixture.reader()
        let run = try #require(await reader.last)
        let text = await reader.recording(from: 1, to: .max, of: run.name)
        #expect(text.contains("PIN") && !text.contains("zqxv") && !text.contains("wjky"))
        #expect(await reader.recording(from: 100, to: 200, of: run.name) == "")
    }
}
