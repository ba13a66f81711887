import Foundation
import NotesCore

/// A Markdown file that was read and checked.
struct MarkdownFile: Sendable {
    let text: String
    /// When the file was last written, in milliseconds since 1970.
    let modified: Int64
    /// Identifies the file in later imports: its path within the folder, and a checksum of its content.
    let origin: String

    /// Reads the file at `path` within `folder`.
    ///
    /// - Throws: ``Rejection``.
    init(_ path: String, in folder: URL) throws(Rejection) {
        let url = folder.appendingPathComponent(path)
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        if let size = attributes?[.size] as? Int, size > Note.longestText {
            throw Rejection(reason: "it is longer than 2 MB")
        }
        guard let data = try? Data(contentsOf: url) else { throw Rejection(reason: "it cannot be read") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Rejection(reason: "it is not UTF-8 text")
        }
        self.text = text.normalized.storable
        let written = attributes?[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
        modified = Int64(written.timeIntervalSince1970 * 1_000)
        origin = "\(path)#\(String(Self.checksum(data), radix: 16))"
    }

    /// Why a file is skipped.
    struct Rejection: Error { let reason: String }

    /// The 64-bit FNV-1a hash, which detects that a file was edited.
    private static func checksum(_ data: Data) -> UInt64 {
        data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension String {
    /// The text with line feeds as line ends and without a byte order mark.
    fileprivate var normalized: String {
        let lines =
            unicodeScalars.contains("\r")
            ? replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n") : self
        return lines.unicodeScalars.first == "\u{FEFF}" ? String(lines.unicodeScalars.dropFirst()) : lines
    }
}
