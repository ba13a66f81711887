package import AppNameCore
package import Foundation
import MillraceJournal

/// The files that are counted, and the file that contains the counts: a line for each.
package actor Files {
    private let file: FileHandle
    private var known: [String: Int]

    /// Reads the stored counts in a folder that exists.
    ///
    /// A crash can leave an incomplete last line, which is removed.
    ///
    /// - Throws: ``FileFailure`` if the counts cannot be read. Then they are not changed.
    package init(folder: URL) throws(FileFailure) {
        let url = folder.appending(path: "counts.jsonl")
        var known: [String: Int] = [:]
        do {
            if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
            let text = try Data(contentsOf: url)
            let complete = text[..<(text.lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? 0)]
            for line in complete.split(separator: Self.lineBreak) {
                let count = try JSONDecoder().decode(Count.self, from: line)
                known[count.file] = count.words
            }
            file = try FileHandle(forWritingTo: url)
            try file.truncate(atOffset: UInt64(complete.count))
        } catch {
            throw FileFailure("\(FileError(.read, url, error))")
        }
        self.known = known
    }

    /// Returns the stored count of a file, or counts its words, which are separated by white space.
    func count(_ file: String) async throws(FileFailure) -> Count {
        if let words = known[file] { return Count(file: file, words: words) }
        return try await Self.read(file)
    }

    /// Stores a count, unless it is stored already.
    func save(_ count: Count) throws(FileFailure) {
        guard known[count.file] != count.words else { return }
        do {
            try file.write(contentsOf: JSONEncoder().encode(count) + [Self.lineBreak])
        } catch {
            throw FileFailure("The count of \(count.file) cannot be saved: \(FileError.reason(of: error))")
        }
        known[count.file] = count.words
    }

    /// Counts the words of a file. Runs outside the actor, so that several files are read at the same time.
    @concurrent private static func read(_ file: String) async throws(FileFailure) -> Count {
        do {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return Count(file: file, words: text.split(whereSeparator: \.isWhitespace).count)
        } catch {
            throw FileFailure("The file \(file) cannot be read: \(FileError.reason(of: error))")
        }
    }

    private static let lineBreak = UInt8(ascii: "\n")
}
