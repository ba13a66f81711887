#if Web || Hummingbird || App
    import Foundation
    import MillraceJournal

    /// A file that only its owner can read and write.
    struct PrivateFile: Sendable {
        let url: URL

        /// Returns the lines of the file; `nil` if it does not exist.
        ///
        /// - Throws: ``FileError``, if it cannot be read, or if others can read it.
        func lines() throws(FileError) -> [Substring]? {
            guard FileManager.default.fileExists(atPath: url.path) else { return nil }
            do {
                let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
                let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                guard permissions & 0o077 == 0 else { throw Problem.readableByOthers }
                return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            } catch {
                throw FileError(.read, url, error)
            }
        }

        /// Replaces the file by one with these lines. If this fails, the file is as before.
        func write(_ lines: some Sequence<String>) throws(FileError) {
            let new = url.appendingPathExtension("new")
            do {
                try? FileManager.default.removeItem(at: new)
                let descriptor = open(new.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
                let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                try file.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
                try file.synchronize()
                try file.close()
                guard rename(new.path, url.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            } catch {
                throw FileError(.write, url, error)
            }
        }

        private enum Problem: Error, CustomStringConvertible {
            case readableByOthers

            var description: String {
                switch self {
                case .readableByOthers:
                    "Other users can read it. Run chmod 600 on it, and rotate its keys if it has any."
                }
            }
        }
    }
#endif
