import Foundation
import MillraceJournal
import Testing

/// The errors of Foundation are sentences with the path, the operation and the reason.
@Suite("Errors of files") final class FileErrorTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: UUID().uuidString, directoryHint: .isDirectory)
    private let file: URL

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "file")
        try Data([0xFF, 0xFE, 0xFF]).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func reason(_ operation: () throws -> Void) -> String? {
        do { try operation() } catch { return FileError(.write, file, error).reason }
        return nil
    }

    @Test("The reason is that of the system, never a number") func system() {
        let manager = FileManager.default
        let below = file.appending(path: "below")
        #expect(
            reason { try manager.createDirectory(at: below, withIntermediateDirectories: true) } == "Not a directory.")
        #expect(reason { try Data().write(to: below) } == "Not a directory.")
        #expect(reason { try Data().write(to: folder, options: .atomic) } == "Is a directory.")
        #expect(reason { _ = try Data(contentsOf: folder) } == "Is a directory.")
        #expect(reason { _ = try String(contentsOf: folder, encoding: .utf8) } == "Is a directory.")
        #expect(reason { _ = try FileHandle(forWritingTo: folder) } == "Is a directory.")
        #expect(
            reason { try FileHandle(forReadingFrom: file).write(contentsOf: Data("a".utf8)) } == "Bad file descriptor.")
        #expect(reason { _ = try Data(contentsOf: folder.appending(path: "no")) } == "No such file or directory.")
        let full = URL(fileURLWithPath: "/dev/full")
        #expect(reason { try Data("a".utf8).write(to: full) } == "No space left on device.")
        #expect(
            reason { try FileHandle(forWritingTo: full).write(contentsOf: Data("a".utf8)) }
                == "No space left on device.")
        #expect(reason { throw POSIXError(.EACCES) } == "Permission denied.")
    }

    @Test("The reason of content that cannot be read is that of the decoder") func content() {
        #expect(reason { _ = try String(contentsOf: file, encoding: .utf8) } == "It is not UTF-8 text.")
        func decode(_ text: String) -> String? {
            reason { _ = try JSONDecoder().decode([[String: Int]].self, from: Data(text.utf8)) }
        }
        #expect(decode("no list") == "The given data was not valid JSON.")
        #expect(decode(#"[{"a": "b"}]"#) == "[0].a: Expected to decode Int but found a string instead.")
    }

    @Test("An error of another module describes itself, in one line") func other() {
        struct Closed: Error, CustomStringConvertible { let description = "The shop\nis closed" }
        #expect(reason { throw Closed() } == "The shop is closed.")
    }

    @Test("The sentence has the path, the operation and the reason") func sentence() {
        let error = FileError(.write, file, POSIXError(.ENOSPC))
        #expect("\(error)" == "The file \(file.path) cannot be written: No space left on device.")
        #expect(
            "\(FileError(.create, folder, POSIXError(.EACCES)))"
                == "The folder \(folder.path) cannot be created: Permission denied.")
    }
}

@Suite("The lock of a folder") final class FolderLockTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/data")

    deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

    private func failure() -> FolderLock.Failure? {
        do throws(FolderLock.Failure) { try FolderLock(folder).unlock() } catch { return error }
        return nil
    }

    @Test("The second lock on a folder fails, and names the process of the first") func second() throws {
        let owner = FolderLock.Owner.current
        let lock = try FolderLock(folder)
        #expect(failure() == .inUse(folder: folder.path, owner: owner))
        let sentence =
            "The folder \(folder.path) is in use by the process \(owner.process) on \(owner.host). End that process, or use another folder."
        #expect(failure()?.description == sentence)
        lock.unlock()
        #expect(failure() == nil)
    }

    @Test("A lock ends with its last reference") func scope() throws {
        do {
            let lock = try FolderLock(folder)
            #expect(failure() != nil)
            _ = lock
        }
        #expect(failure() == nil)
    }

    @Test("The file of a process that has crashed locks nothing, and another name is another lock") func crashed()
        throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("1\n".utf8).write(to: folder.appending(path: "lock"))
        let lock = try FolderLock(folder)
        let other = try FolderLock(folder, named: "other.lock")
        other.unlock()
        lock.unlock()
    }

    @Test("A folder that cannot be created is reported in words") func unusable() throws {
        try Data().write(to: folder.deletingLastPathComponent())
        #expect(
            failure()?.description == "The folder \(folder.path) cannot be created: Not a directory.")
    }
}
