import Foundation
import Millrace
import Testing

@testable import MillraceJournal

@MainActor @Suite("The files of a recorder") final class RingFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test(
        "Recorder · the names of its files have the time of the start, and two starts at the same time have two names")
    func names() throws {
        let runs = try (0..<3).map { _ in
            let run = try RingFiles.newRun(in: folder, at: start)
            _ = try RingFiles.create(1, of: run, in: folder)
            return run
        }
        #expect(runs == ["20270115T080000.000Z", "20270115T080000.001Z", "20270115T080000.002Z"])
        #expect(RingFiles.all(in: folder).map(\.lastPathComponent) == runs.map { "turns-\($0)-000001.jsonl" })
    }

    @Test("Recorder · no file but its own is removed") func others() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let others = ["turns.jsonl", "turns-notes.txt", "a.jsonl"]
        for other in others { try Data(count: 1_000).write(to: folder.appending(path: other)) }
        for _ in 0..<3 { await (try Recorder(Engine(), folder: folder, limit: 1)).end() }
        #expect(RingFiles.all(in: folder).count <= 2)
        for other in others { #expect(FileManager.default.fileExists(atPath: folder.appending(path: other).path)) }
    }

    @Test("Recorder · a state that was left out is marked, also in a line for several turns") func leftOut() throws {
        func turn(_ id: UInt64, cause: UInt64 = 0, after state: Diary.State?) -> CollectedEntry {
            let reduction = CollectedReduction(store: 1, action: nil, after: state.map { Box($0) }, new: nil)
            return .turn(
                CollectedTurn(
                    id: id, message: id, cause: cause, kind: .action, store: 1, payload: Box(Diary.Action.tick),
                    time: .zero, start: .now, reductions: [reduction], outcome: .done))
        }
        let header = RunHeader(
            run: try RingFiles.newRun(in: folder, at: start), started: 0, origin: .zero, program: "", build: "")
        let writer = try RingWriter(folder, limit: 1_000_000, header: header, tokens: nil) { _ in }
        let store = CollectedStore(number: 1, reducer: Diary.self, state: Box(Diary.State()))
        let ticks = (3...8).map { turn($0, cause: 2, after: $0 == 8 ? nil : Diary.State(ticks: Int($0))) }
        let entries = [turn(1, after: nil), turn(2, after: Diary.State(ticks: 2))] + ticks
        writer.write([CollectedBatch(stores: [store], entries: entries)])
        writer.flush(ends: true)
        let marks = try RunLines(folder).compactMap { line -> Bool? in
            guard case .json(let json) = line.content else { return nil }
            return json["reductions"].map { $0.elements?.first?["leftOut"] == .bool(true) }
        }
        // The first three ticks have lines of their own.
        #expect(marks == [true, false, false, false, false, true])
    }

    @Test("Recorder · a full disk is reported with the path and the reason") func fullDisk() throws {
        let file = AppendedFile(URL(fileURLWithPath: "/dev/full"), open("/dev/full", O_WRONLY))
        #expect(throws: RecordingError.unwritable(file: "/dev/full", reason: "No space left on device.")) {
            try file.append("one\n")
        }
    }

    @Test("Recorder · a folder that cannot be created is reported with the path and the reason") func unwritable()
        throws
    {
        try Data().write(to: folder)
        let error = #expect(throws: RecordingError.self) { try Recorder(Engine(), folder: self.folder) }
        #expect(
            error?.description == """
                The recording \(folder.path) cannot be written: File exists. To fix this, make the folder writable, or \
                record into another one.
                """)
    }

    @Test("A folder that is read as the recording of a store is reported in words") func folderAsFile() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let reason = RecordingError.unreadable(file: folder.lastPathComponent, reason: "Is a directory.")
        #expect(throws: reason) { try Recording(contentsOf: self.folder) }
    }
}
