import AppNameCore
import Foundation
import MillraceKit
import Testing

@testable import AppNameStorage

@MainActor @Suite("The files") final class FilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private var file: URL { folder.appending(path: "a.txt") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func openWorker() throws -> Store<WordCounts> {
        let engine = Engine()
        engine.registerHandlers(of: try Files(folder: folder))
        return Store(WordCounts.State(), WordCounts(), on: engine)
    }

    @Test("A file that was counted is known to the next program") func roundTrip() async throws {
        let first = try openWorker()
        try await first.send(.load).finished()
        try Data("one two\n three ".utf8).write(to: file)
        try await first.send(.count(file.path)).finished()
        let second = try openWorker()
        try await second.send(.load).finished()
        #expect(second.state.counts == [Count(file: file.path, words: 3)])
    }

    @Test("A missing file is reported") func missing() async throws {
        let worker = try openWorker()
        try await worker.send(.load).finished()
        await #expect(throws: FileFailure.self) { try await worker.send(.count(self.file.path)).finished() }
        #expect(worker.state.counts.isEmpty && worker.state.problems.count == 1)
    }

    @Test("Damaged counts are reported, and not replaced") func damaged() async throws {
        let worker = try openWorker()
        let counts = folder.appending(path: "counts.json")
        try Data("no counts".utf8).write(to: counts)
        await #expect(throws: FileFailure.self) { try await worker.send(.load).finished() }
        #expect(!worker.state.isLoaded)
        try await worker.send(.count(file.path)).finished()
        #expect(try Data(contentsOf: counts) == Data("no counts".utf8))
    }
}
