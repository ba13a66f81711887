import AppNameCore
import Foundation
import MillraceDurable
import MillraceKit
import Testing

@testable import AppNameStorage

@MainActor @Suite("Restarts") final class RestartTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private var file: URL { folder.appending(path: "a.txt") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("one two three".utf8).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("A command in flight runs again after a restart, with its key, and its count is stored once")
    func inFlight() async throws {
        let storage = DurableStorage.memory()
        let (keys, key) = AsyncStream.makeStream(of: String.self)
        let (endless, _) = AsyncStream.makeStream(of: Void.self)

        // The first process stores the count, but ends before the command does.
        let files = try Files(folder: folder)
        let first = try await storage.engine("worker")
        first.handle(CountWords.self) { (command: CountWords, call: DurableCall) async throws(FileFailure) in
            let count = try await files.count(command.file, key: call.key)
            key.yield(call.key)
            // The stream ends when the handler is cancelled.
            for await _ in endless {}
            return count
        }
        let interrupted = try first.store("counts", WordCounts.State(), WordCounts())
        try await first.resume()
        interrupted.send(.count(file.path))
        for await _ in keys { break }
        try await first.suspend(grace: .zero)

        let second = try await storage.engine("worker")
        second.registerHandlers(of: try Files(folder: folder))
        let worker = try second.store("counts", WordCounts.State(), WordCounts())
        #expect(worker.state.pending == 1)
        try await second.resume()
        for await counted in worker.values(of: \.counted) where counted == 1 { break }
        #expect(worker.state.pending == 0)
        try await second.suspend()
        let lines = try String(contentsOf: folder.appending(path: "counts.jsonl"), encoding: .utf8)
        #expect(lines.split(separator: "\n").count == 1)
    }
}
