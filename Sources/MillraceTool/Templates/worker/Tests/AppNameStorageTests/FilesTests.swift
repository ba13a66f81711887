import AppNameCore
import Foundation
import MillraceKit
import Testing

@testable import AppNameStorage

@MainActor @Suite("The files") final class FilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private var file: URL { folder.appending(path: "a.txt") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func openWorker() throws -> Store<WordCounts> {
        let engine = Engine()
        engine.registerHandlers(of: try Files(folder: folder))
        return Store(WordCounts.State(), WordCounts(), on: engine)
    }

    /// Counts the file and returns the report.
    private func report() async throws -> Report? {
        let worker = try openWorker()
        var reports: [Report] = []
        let subscription = worker.engine.listen(to: Report.self) { reports.append($0) }
        try? await worker.send(.count(file.path)).finished()
        subscription.cancel()
        return reports.first
    }

    @Test("A file that was counted is known to the next program") func roundTrip() async throws {
        let counts = folder.appending(path: "counts.jsonl")
        #expect(try openWorker().state.pending == 0)
        try Data("one two\n three ".utf8).write(to: file)
        let count = Count(file: file.path, words: 3)
        #expect(try await report() == .counted(count))
        let stored = try Data(contentsOf: counts)
        try FileManager.default.removeItem(at: file)
        #expect(try await report() == .counted(count))
        #expect(try Data(contentsOf: counts) == stored)
    }

    @Test("A missing file is reported with its path and the reason") func missing() async throws {
        let failure = FileFailure("The file \(file.path) cannot be read: No such file or directory.")
        #expect(try await report() == .failed(failure))
    }

    @Test("An incomplete last line is removed") func cut() async throws {
        let counts = folder.appending(path: "counts.jsonl")
        #expect(try openWorker().state.pending == 0)
        try Data(#"{"file":"a","words":1}\#n{"file":"b","wo"#.utf8).write(to: counts)
        try Data("one".utf8).write(to: file)
        #expect(try await report() == .counted(Count(file: file.path, words: 1)))
        #expect(try String(contentsOf: counts, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test("Damaged counts are reported, and not replaced") func damaged() throws {
        #expect(try openWorker().state.pending == 0)
        let counts = folder.appending(path: "counts.jsonl")
        try Data("no counts\n".utf8).write(to: counts)
        #expect(throws: FileFailure.self) { try Files(folder: self.folder) }
        #expect(try Data(contentsOf: counts) == Data("no counts\n".utf8))
    }
}
