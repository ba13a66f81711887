public import Foundation

/// A file or folder that could not be used, as one sentence: the path, the operation and the reason.
///
/// ```swift
/// do { try data.write(to: file, options: .atomic) } catch { throw FileError(.write, file, error) }
/// // The file /srv/shop/orders.json cannot be written: No space left on device.
/// ```
/// The description of Foundation's errors is often only a number, such as "NSCocoaErrorDomain error 512".
public struct FileError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// An operation on a file.
    public enum Operation: String, Hashable, Codable, Sendable {
        /// A new file or folder.
        case create = "created"
        /// The content of a file, or the names of the files in a folder.
        case read
        /// The content of a file.
        case write = "written"
        /// The removal of a file or folder.
        case remove = "removed"
    }

    /// The operation that failed.
    public let operation: Operation
    /// The path of the file or folder.
    public let path: String
    /// Whether the path was that of a folder: its URL ended with a slash.
    public let isFolder: Bool
    /// Why the operation failed, as a sentence.
    public let reason: String

    /// Creates the error of an operation on a file or folder that threw `error`.
    public init(_ operation: Operation, _ url: URL, _ error: any Error) {
        (self.operation, path, isFolder) = (operation, url.path, url.hasDirectoryPath)
        reason = Self.reason(of: error)
    }

    /// The path, the operation and the reason, as one sentence.
    public var description: String {
        "The \(isFolder ? "folder" : "file") \(path) cannot be \(operation.rawValue): \(reason)"
    }

    /// The reason of an error that Foundation has thrown, as a sentence in one line: that of the system, of the decoder, or otherwise of
    /// Foundation.
    public static func reason(of error: any Error) -> String {
        if let error = error as? DecodingError { return sentence(decoding(error)) }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        let cause = (underlying ?? error) as NSError
        if cause.domain == NSPOSIXErrorDomain { return sentence(String(cString: strerror(Int32(cause.code)))) }
        switch (error as? CocoaError)?.code {
        case .fileReadCorruptFile, .fileReadInapplicableStringEncoding: return "It is not UTF-8 text."
        default: break
        }
        // An error that describes itself has words. Foundation's sentence about the operation comes first, and tells nothing.
        let text = error is CocoaError || type(of: error) == NSError.self ? error.localizedDescription : "\(error)"
        return sentence(text.split(separator: ". ").last.map(String.init) ?? text)
    }

    private static func decoding(_ error: DecodingError) -> String {
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "The content has a wrong format")
            }
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
        return path.isEmpty ? context.debugDescription : "\(path.joined(separator: ".")): \(context.debugDescription)"
    }

    private static func sentence(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.hasSuffix(".") ? line : "\(line)."
    }
}
