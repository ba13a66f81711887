import Foundation
import MillraceHistory
import Millrace
import MillraceJournal
import Testing

@MainActor struct RecordingReaderTests {
    /// A recording of turns that add 1 to the count, in a state of `names` names.
    private func counting(turns: Int, names: Int = 0) throws -> String {
        let fixture = RecorderFixture(records: turns + 1)
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<names).map { ("name \($0)", $0) })
        let store = Store(Tally.State(names: dictionary), Tally(), on: fixture.engine)
        for _ in 0..<turns { store.send(.add(1)) }
        return try fixture.history.recording(of: store)
    }

    private func withFile(_ body: (URL) throws -> Void) throws {
        let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        try body(file)
    }

    @Test("Reader · a growing file is read line by line, and an incomplete line waits for its rest")
    func growing() throws {
        let bytes = Array(try counting(turns: 3).utf8)
        try withFile { file in
            let handle = try FileHandle(forWritingTo: file)
            let reader = RecordingReader(file)
            #expect(throws: RecordingError.empty) { try reader.read() }
            var lines = 0
            for (index, byte) in bytes.enumerated() {
                try handle.write(contentsOf: [byte])
                if byte == UInt8(ascii: "\n") { lines += 1 }
                if lines == 0 {
                    #expect(throws: RecordingError.noHeader) { try reader.read() }
                    continue
                }
                let recording = try reader.read()
                #expect(recording.count == min(lines - 1, 3))
                #expect(recording.isEnded == (index == bytes.count - 1))
                #expect(recording.cutLine == (byte == UInt8(ascii: "\n") ? nil : lines + 1))
            }
            try handle.truncate(atOffset: 10)
            let error = RecordingError.unreadable(
                file: file.lastPathComponent, reason: "it is shorter than before.")
            #expect(throws: error) { try reader.read() }
            try handle.close()
        }
    }

    @Test("Reader · a range begins with the state before its first turn, from the file and from a text")
    func range() throws {
        let text = try counting(turns: 1_000, names: 100)
        #expect(text.components(separatedBy: #"{"checkpoint":"#).count > 2)
        try withFile { file in
            try Data(text.utf8).write(to: file)
            for reader in [RecordingReader(file), RecordingReader(text)] {
                for range: ClosedRange<UInt64> in [1...1, 2...5, 499...700, 990...1_000, 1...1_000, 1_000...9_999] {
                    let part = try reader.read(turns: range)
                    #expect(part.range == range.clamped(to: 1...1_000))
                    #expect(part.state["count"] == .number("\(range.lowerBound - 1)"))
                    #expect(part.isPart && !part.isEnded)
                }
                #expect(try reader.read(turns: 1_001...2_000).range == nil)
            }
        }
    }

    @Test("Reader · a range is read from the checkpoint before it; other lines are not decoded")
    func onlyThePart() throws {
        let text = try counting(turns: 1_000, names: 100)
        let damaged = text.replacing(#"{"id":5,"#, with: #"{"id":5 "#)
        #expect(throws: RecordingError.damaged(line: 6)) { try Recording(damaged) }
        #expect(try RecordingReader(damaged).read(turns: 900...910).count == 11)
        #expect(throws: RecordingError.damaged(line: 6)) { try RecordingReader(damaged).read(turns: 4...6) }
    }

    @Test("Reader · a range after a rewind has the turns that were not undone")
    func rewound() throws {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        for _ in 0..<5 { fixture.send(.add(1)) }
        var all = ""
        try recorder.write { all += $0 }
        try fixture.history.rewind(to: 2)
        for _ in 0..<2 { fixture.send(.add(10)) }
        try recorder.end { all += $0 }
        let ids = try Recording(all).turns.map(\.id)
        #expect(ids.count == 4 && ids.prefix(2) == [1, 2])
        let part = try RecordingReader(all).read(turns: 2...ids[3])
        #expect(part.turns.map(\.id) == Array(ids.dropFirst()) && part.state["count"] == .number("1"))
        let last = try RecordingReader(all).read(turns: ids[3]...ids[3])
        #expect(last.state["count"] == .number("12"))
    }

    @Test("Reader · a changed row of 1,000 takes less than 500 bytes")
    func size() throws {
        struct Row: Codable, Equatable {
            var id: Int
            var title: String
        }
        struct Rows: Reducer {
            func reduce(_ state: inout [Row], _ action: Int) -> Flow<Self> {
                state[action].title += "!"
                return .none
            }
        }
        let history = History(records: 2_000)
        let engine = Engine(scheduler: FixedScheduler())
        engine.history = history
        let store = Store((0..<1_000).map { Row(id: $0, title: "row \($0)") }, Rows(), on: engine)
        var length = 0
        let recorder = try StoreRecorder(store)
        for index in 0..<200 { store.send(index * 7 % 1_000) }
        try recorder.end { length = $0.utf8.count }
        // The turns, and one whole state.
        #expect(length < 200 * 500 + 40_000, "\(length)")
    }
}
