#if Web || Hummingbird || App
    import Foundation
    import Millrace
    import MillraceJournal

    /// The sign-ins in two files of a folder.
    final class SignInFiles: SignInStorage {
        private let keysFile: PrivateFile
        private let endedFile: PrivateFile
        private let content: Lock<SignInRecord>

        /// Reads the files, or creates the one with the keys.
        init(_ folder: URL) throws(FileError) {
            keysFile = PrivateFile(url: folder.appendingPathComponent("sign-in-keys"))
            endedFile = PrivateFile(url: folder.appendingPathComponent("ended-sign-ins"))
            var record = SignInRecord()
            if let keys = try keysFile.lines() {
                record.keys = keys.map(String.init)
                do { _ = try SigningKeys(record.keys) } catch { throw FileError(.read, keysFile.url, error) }
            } else {
                try keysFile.write(record.keys)
            }
            for line in try endedFile.lines() ?? [] {
                let words = line.split(separator: " ")
                guard words.count == 2, let end = Int(words[1]) else {
                    throw FileError(.read, endedFile.url, Malformed())
                }
                record.ended[String(words[0])] = end
            }
            content = Lock(record)
        }

        var record: SignInRecord { content.withLock { $0 } }

        func change(_ body: @escaping @Sendable (inout SignInRecord) -> Void) throws -> SignInRecord {
            try content.withLock { record in
                var new = record
                new.change(body)
                if new.keys != record.keys { try keysFile.write(new.keys) }
                let isEnd = new.ended != record.ended
                // The next write contains an end that cannot be written now.
                record = new
                if isEnd { try endedFile.write(new.ended.map { "\($0.key) \($0.value)" }.sorted()) }
                return new
            }
        }

        private struct Malformed: Error, CustomStringConvertible {
            var description: String { "A line is no sign-in with a time." }
        }
    }
#endif
