package import Foundation
import MillraceJournal

/// The files of a checkout or a package, with errors as one sentence.
package enum FileSystem {
    package static func exists(_ url: URL) -> Bool {
        // Also finds a link without a target.
        (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
    }

    package static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Throws an error if a file cannot be opened for reading.
    static func checkReadable(_ url: URL) throws(ToolError) {
        do { try FileHandle(forReadingFrom: url).close() } catch {
            throw ToolError("\(FileError(.read, url, error))")
        }
    }

    package static func text(of url: URL) throws(ToolError) -> String {
        do { return try String(contentsOf: url, encoding: .utf8) } catch {
            throw ToolError("\(FileError(.read, url, error))")
        }
    }

    /// Writes a new file, and the folders that contain it.
    package static func create(_ url: URL, _ data: Data, isExecutable: Bool = false) throws(ToolError) {
        guard !exists(url) else { throw ToolError("The file \(url.path) exists already.") }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url, options: .withoutOverwriting)
            if isExecutable {
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
            }
        } catch {
            throw ToolError("\(FileError(.write, url, error))")
        }
    }

    /// Throws an error if a new file cannot be written. Leaves nothing behind.
    ///
    /// Writes a file into the nearest folder that exists, because permissions alone do not decide this.
    package static func checkNew(_ url: URL) throws(ToolError) {
        guard !exists(url) else { throw ToolError("The file \(url.path) exists already.") }
        var folder = url.deletingLastPathComponent()
        while !exists(folder), folder.path != "/" { folder = folder.deletingLastPathComponent() }
        let probe = folder.appending(path: UUID().uuidString)
        do {
            try Data().write(to: probe, options: .withoutOverwriting)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw ToolError("\(FileError(.write, url, error))")
        }
    }

    /// Replaces the text of a file.
    static func replace(_ url: URL, with text: String) throws(ToolError) {
        do { try Data(text.utf8).write(to: url, options: .atomic) } catch {
            throw ToolError("\(FileError(.write, url, error))")
        }
    }

    /// The paths of all files in a folder, relative to it and sorted.
    static func files(in folder: URL) throws(ToolError) -> [String] {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else {
            throw ToolError("The folder \(folder.path) cannot be read.")
        }
        return paths.compactMap { $0 as? String }.filter { !isFolder(folder.appending(path: $0)) }.sorted()
    }
}
