#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The files of a folder into which recorders write, the oldest first. The names sort by the time of the run, then by number.
package enum RingFiles {
    private static let prefix = "turns-"
    private static let suffix = ".jsonl"

    package static func all(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0) }
    }

    /// The name of a run that starts now. If another run has this name, the next free one is used.
    static func newRun(in folder: URL, at start: Date) throws(RecordingError) -> String {
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw .unwritable(file: folder.path, reason: systemReason(error))
        }
        let names = all(in: folder).map(\.lastPathComponent)
        var start = start
        while true {
            let format = Date.ISO8601FormatStyle(
                dateSeparator: .omitted, timeSeparator: .omitted, includingFractionalSeconds: true)
            let run = start.formatted(format)
            if !names.contains(where: { $0.hasPrefix(prefix + run) }) { return run }
            start += 0.001
        }
    }

    /// Creates a file of a run.
    static func create(_ number: Int, of run: String, in folder: URL) throws(RecordingError) -> AppendedFile {
        let digits = "\(number)"
        let name = prefix + run + "-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + suffix
        let url = folder.appending(path: name)
        guard let file = try AppendedFile.create(url) else {
            throw .unwritable(file: url.path, reason: "The file exists.")
        }
        return file
    }

    /// Removes the oldest files until the others have at most this size. The newest file stays.
    ///
    /// - Parameter run: The run that writes. Its files are newer than those of other runs, also if the clock was set back.
    static func removeOld(in folder: URL, limit: Int, run: String) {
        let files = all(in: folder)
        let isOwn = { (file: URL) in file.lastPathComponent.hasPrefix(prefix + run) }
        var total = files.map { size(of: $0) }.reduce(0, +)
        for file in (files.filter { !isOwn($0) } + files.filter(isOwn)).dropLast() where total > limit {
            total -= size(of: file)
            try? FileManager.default.removeItem(at: file)
        }
    }

    package static func isFolder(_ url: URL) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType == .typeDirectory
    }

    package static func size(of file: URL) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int) ?? 0
    }
}
