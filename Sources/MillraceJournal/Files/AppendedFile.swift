#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file to which text is appended: the whole text, or nothing. FoundationEssentials cannot append to a file.
final class AppendedFile {
    let url: URL
    private let descriptor: Int32
    private var length: off_t = 0

    /// - Parameter descriptor: An open file without content. It is closed with this object.
    init(_ url: URL, _ descriptor: Int32) { (self.url, self.descriptor) = (url, descriptor) }

    deinit { close(descriptor) }

    /// Creates a file that only its owner can read. Returns `nil` if it exists.
    static func create(_ url: URL) throws(RecordingError) -> AppendedFile? {
        let descriptor = open(url.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return AppendedFile(url, descriptor) }
        let error = errno
        if error == EEXIST { return nil }
        throw .unwritable(file: url.path, reason: systemReason(error))
    }

    /// Appends a text. If this fails, the file is as before.
    func append(_ text: String) throws(RecordingError) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            // Safe: the C function reads the bytes of the array, and returns before it is freed.
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            let error = errno
            if count >= 0 {
                written += count
            } else if error != EINTR {
                ftruncate(descriptor, length)
                lseek(descriptor, length, SEEK_SET)
                throw .unwritable(file: url.path, reason: systemReason(error))
            }
        }
        length += off_t(written)
    }
}

/// The reason of an error that Foundation has thrown for a file, as a sentence: that of the system if there is one.
func systemReason(_ error: any Error) -> String {
    guard let system = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)." }
    return systemReason(system.code.rawValue)
}

/// The text of an error of the system, as a sentence.
private func systemReason(_ code: Int32) -> String { "\(String(cString: strerror(code)))." }
