import AppNameCore
import Foundation
import Testing

@testable import AppNameStorage

@Suite("The files") final class FilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private var file: URL { folder.appending(path: "a.txt") }
    private var counts: URL { folder.appending(path: "counts.jsonl") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("one two\n three ".utf8).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("A command with the same key is counted once, also by the next program") func sameKey() async throws {
        let count = Count(file: file.path, words: 3)
        let files = try Files(folder: folder)
        #expect(try await files.count(file.path, key: "1") == count)
        #expect(try await files.count(file.path, key: "1") == count)
        let stored = try Data(contentsOf: counts)
        try FileManager.default.removeItem(at: file)
        #expect(try await Files(folder: folder).count(file.path, key: "1") == count)
        #expect(try Data(contentsOf: counts) == stored)
    }

    @Test("A missing file is reported with its path and the reason") func missing() async throws {
        try FileManager.default.removeItem(at: file)
        let failure = FileFailure("The file \(file.path) cannot be read: No such file or directory.")
        await #expect(throws: failure) { try await Files(folder: self.folder).count(self.file.path, key: "1") }
    }

    @Test("An incomplete last line is removed") func cut() async throws {
        _ = try await Files(folder: folder).count(file.path, key: "1")
        let complete = try Data(contentsOf: counts)
        try (complete + complete.dropLast(5)).write(to: counts)
        _ = try await Files(folder: folder).count(file.path, key: "2")
        #expect(try String(contentsOf: counts, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test("Damaged counts are reported, and not replaced") func damaged() throws {
        try Data("no counts\n".utf8).write(to: counts)
        #expect(throws: FileFailure.self) { try Files(folder: self.folder) }
        #expect(try Data(contentsOf: counts) == Data("no counts\n".utf8))
    }
}
