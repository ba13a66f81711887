#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The files that session recorders have written into a folder.
package enum SessionFiles {
    /// The files, the oldest first.
    package static func all(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0) }
    }

    /// Creates the file of a session. If another session has started at this time, the next free time is used.
    static func create(in folder: URL, at start: Date) throws(RecordingError) -> AppendedFile {
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw .unwritable(file: folder.path, reason: systemReason(error))
        }
        var start = start
        while true {
            let format = Date.ISO8601FormatStyle(
                dateSeparator: .omitted, timeSeparator: .omitted, includingFractionalSeconds: true)
            let time = start.formatted(format)
            if let file = try AppendedFile.create(folder.appending(path: prefix + time + suffix)) { return file }
            start += 0.001
        }
    }

    /// Removes the oldest files. A file that cannot be removed stays.
    static func removeOld(in folder: URL, keeping limit: Int) {
        for file in all(in: folder).dropLast(max(1, limit)) { try? FileManager.default.removeItem(at: file) }
    }

    private static let prefix = "session-"
    private static let suffix = ".jsonl"
}
