package import AppNameCore
package import Foundation
import MillraceJournal

/// The files that are counted, and the file that contains the counts: a line for each.
package actor Files {
    /// A line of the file with the counts.
    private struct Line: Codable {
        /// The key of the command that has counted the file.
        let key: String
        let count: Count
    }

    private let file: FileHandle
    /// The length of the complete lines.
    private var length: UInt64
    /// The counts, by the keys of their commands.
    private var known: [String: Count] = [:]

    /// Reads the stored counts in a folder that exists.
    ///
    /// A crash can leave an incomplete last line, which is removed.
    ///
    /// - Throws: ``FileFailure`` if the counts cannot be read. Then they are not changed.
    package init(folder: URL) throws(FileFailure) {
        let url = folder.appending(path: "counts.jsonl")
        do {
            if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
            let text = try Data(contentsOf: url)
            let complete = text[..<(text.lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? 0)]
            for line in complete.split(separator: Self.lineBreak) {
                let line = try JSONDecoder().decode(Line.self, from: line)
                known[line.key] = line.count
            }
            file = try FileHandle(forWritingTo: url)
            length = UInt64(complete.count)
            try file.truncate(atOffset: length)
        } catch {
            throw FileFailure("\(FileError(.read, url, error))")
        }
    }

    /// Counts the words of a file, which are separated by white space, and stores the count.
    ///
    /// - Parameter key: The key of the command. A second call with the same key returns the stored count.
    func count(_ file: String, key: String) async throws(FileFailure) -> Count {
        if let count = known[key] { return count }
        let count = try await Self.read(file)
        try save(Line(key: key, count: count))
        return count
    }

    /// Appends a line. It is on the disk when this returns, because the command is then stored as ended.
    private func save(_ line: Line) throws(FileFailure) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let text = try encoder.encode(line) + [Self.lineBreak]
            try file.write(contentsOf: text)
            try file.synchronize()
            length += UInt64(text.count)
        } catch {
            // The next attempt has another key, so nothing of this one may remain.
            try? file.truncate(atOffset: length)
            throw FileFailure("The count of \(line.count.file) cannot be saved: \(FileError.reason(of: error))")
        }
        known[line.key] = line.count
    }

    /// Counts the words of a file. Runs outside the actor, so that several files are read at the same time.
    @concurrent private static func read(_ file: String) async throws(FileFailure) -> Count {
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            defer { try? handle.close() }
            let text = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
            return Count(file: file, words: text.split(whereSeparator: \.isWhitespace).count)
        } catch {
            throw FileFailure("The file \(file) cannot be read: \(FileError.reason(of: error))")
        }
    }

    private static let lineBreak = UInt8(ascii: "\n")
}
