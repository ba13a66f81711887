package import Foundation

/// The Markdown files in a folder and its subfolders, without hidden files and links.
package struct MarkdownFolder: Sendable {
    package let url: URL

    /// Creates the folder at `path`.
    ///
    /// - Throws: ``Unreadable`` if the folder cannot be read.
    package init(_ path: String) throws(Unreadable) {
        url = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.resolvingSymlinksInPath()
        do {
            _ = try FileManager.default.contentsOfDirectory(atPath: url.path)
        } catch {
            throw Unreadable(path: path)
        }
    }

    /// The error of a folder that cannot be read.
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        /// The problem and the fix, in a sentence.
        package var description: String {
            "The folder \(path) cannot be read: check that it exists and that you may read it."
        }
    }

    /// The content of the folder: relative paths, sorted.
    struct Listing {
        var files: [String] = []
        /// Folders that could not be read.
        var unreadable: [String] = []
    }

    func list() -> Listing {
        var listing = Listing()
        var folders = [""]
        while let folder = folders.popLast() {
            let here = url.appendingPathComponent(folder)
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: here.path) else {
                listing.unreadable.append(folder)
                continue
            }
            for name in names.sorted() where !name.hasPrefix(".") {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                switch kind(of: here.appendingPathComponent(name).path) {
                case .typeDirectory: folders.append(path)
                case .typeRegular where isMarkdown(name): listing.files.append(path)
                default: break
                }
            }
        }
        listing.files.sort()
        return listing
    }

    private func kind(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private func isMarkdown(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".md") || name.hasSuffix(".markdown")
    }
}
