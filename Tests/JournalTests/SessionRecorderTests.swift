import Foundation
import Millrace
import MillraceHistory
import Testing

@testable import MillraceJournal

@MainActor @Suite("Recording sessions") final class SessionRecorderTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Records a session with one action, and returns its file.
    private func record(_ name: String = "Emma", at start: Date, keeping limit: Int = 10) throws -> URL {
        let fixture = RecorderFixture()
        let store = try #require(fixture.store)
        let recorder = try SessionRecorder(store, folder: folder, keeping: limit, tokens: nil, start: start)
        fixture.send(.name(name))
        try recorder.end()
        return recorder.file
    }

    @Test("Each start writes a file of its own, whose name has the time of the start") func names() throws {
        let first = try record("Emma", at: start)
        let second = try record("Dune", at: start + 1)
        #expect(first.lastPathComponent == "session-20270115T080000.000Z.jsonl")
        #expect(second.lastPathComponent == "session-20270115T080001.000Z.jsonl")
        #expect(try String(contentsOf: first, encoding: .utf8).contains("Emma"))
        #expect(try String(contentsOf: second, encoding: .utf8).contains("Dune"))
        #expect(try Recording(contentsOf: first).isEnded)
    }

    @Test("Two starts at the same time have two files, in their order") func sameTime() throws {
        let files = [try record(at: start), try record(at: start), try record(at: start)]
        #expect(Set(files).count == 3)
        #expect(SessionFiles.all(in: folder).map(\.lastPathComponent) == files.map(\.lastPathComponent))
    }

    @Test("The last ten files are kept, and no other file is removed") func limit() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let others = ["session.jsonl", "session-notes.txt", "a.jsonl"]
        for other in others { try Data().write(to: folder.appending(path: other)) }
        // In another order than that of the times.
        let files = try (0..<13).reversed().map { try record(at: start + TimeInterval($0)) }.sorted {
            $0.path < $1.path
        }
        #expect(SessionFiles.all(in: folder).map(\.path) == files.suffix(10).map(\.path))
        for other in others { #expect(FileManager.default.fileExists(atPath: folder.appending(path: other).path)) }
        _ = try record(at: start + 20, keeping: 2)
        #expect(SessionFiles.all(in: folder).count == 2)
    }

    @Test("A session that was not ended can be read up to its last change") func crash() throws {
        let fixture = RecorderFixture()
        let recorder = try SessionRecorder(try #require(fixture.store), folder: folder)
        fixture.send(.name("Emma"))
        fixture.send(.name("Dune"))
        let recording = try Recording(contentsOf: recorder.file)
        #expect(recording.count == 2 && !recording.isEnded && recording.cutLine == nil)
    }

    @Test("A full disk is reported with the path and the reason") func fullDisk() throws {
        let file = AppendedFile(URL(fileURLWithPath: "/dev/full"), open("/dev/full", O_WRONLY))
        #expect(throws: RecordingError.unwritable(file: "/dev/full", reason: "No space left on device.")) {
            try file.append("one\n")
        }
    }

    @Test("A folder that cannot be created is reported with the path and the reason") func unwritable() throws {
        try Data().write(to: folder)
        let error = #expect(throws: RecordingError.self) { try self.record(at: self.start) }
        #expect(
            error?.description == """
                The recording \(folder.path) cannot be written: File exists. To fix this, make the folder writable, or \
                record into another one.
                """)
    }

    @Test("A folder that is read as a recording is reported in words") func folderAsFile() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let reason = RecordingError.unreadable(file: folder.lastPathComponent, reason: "Is a directory.")
        #expect(throws: reason) { try Recording(contentsOf: self.folder) }
    }
}
