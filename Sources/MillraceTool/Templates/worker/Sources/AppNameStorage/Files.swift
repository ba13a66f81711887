package import AppNameCore
package import Foundation

/// The files that are counted, and the file that contains the counts. Reads one file after another.
package actor Files {
    private let counts: URL

    /// Stores the counts in a folder, which is created if it is missing.
    ///
    /// - Throws: ``FileFailure`` if the folder cannot be created.
    package init(folder: URL) throws(FileFailure) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FileFailure("The folder \(folder.path) cannot be created: \(error.localizedDescription)")
        }
        counts = folder.appending(path: "counts.json")
    }

    /// Returns the stored counts: none if there is no file.
    func load() throws(FileFailure) -> [Count] {
        guard FileManager.default.fileExists(atPath: counts.path) else { return [] }
        do {
            return try JSONDecoder().decode([Count].self, from: Data(contentsOf: counts))
        } catch {
            throw FileFailure("The file \(counts.path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// Replaces the stored counts. A crash leaves the old or the new ones. A cancelled save writes nothing.
    func save(_ counts: [Count]) throws(FileFailure) {
        if Task.isCancelled { return }
        do {
            try JSONEncoder().encode(counts).write(to: self.counts, options: .atomic)
        } catch {
            throw FileFailure("The counts cannot be saved: \(error.localizedDescription)")
        }
    }

    /// Counts the words of a file, which are separated by white space.
    func count(_ file: String) throws(FileFailure) -> Count {
        do {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return Count(file: file, words: text.split(whereSeparator: \.isWhitespace).count)
        } catch {
            throw FileFailure("The file \(file) cannot be read: \(error.localizedDescription)")
        }
    }
}
