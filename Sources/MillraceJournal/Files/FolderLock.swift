public import Foundation

/// A lock on a folder: while it exists, no other process gets a lock on the same folder.
///
/// ```swift
/// let lock = try FolderLock(folder)
/// …
/// lock.unlock()
/// ```
/// The lock is a file in the folder that contains the id of the process and the name of its host. The system releases it when the process ends, however it ends,
/// so a file that remains after a crash locks nothing. Only programs that use such a lock are kept out.
public struct FolderLock: ~Copyable, Sendable {
    /// Why a folder could not be locked.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another lock on the folder exists. `owner` has it, or is `nil` if it is unknown.
        case inUse(folder: String, owner: Owner?)
        /// The folder or the file of the lock cannot be created or opened.
        case unusable(FileError)

        /// The problem and the fix.
        public var description: String {
            switch self {
            case .inUse(let folder, let owner):
                "The folder \(folder) is in use by \(owner?.description ?? "another process"). "
                    + "End that process, or use another folder."
            case .unusable(let error): error.description
            }
        }
    }

    /// The process that has a lock.
    public struct Owner: Hashable, Sendable, CustomStringConvertible {
        /// The id of the process.
        public let process: Int32
        /// The name of its host, which distinguishes containers that share a folder.
        public let host: String

        /// Creates an owner.
        public init(process: Int32, host: String) { (self.process, self.host) = (process, host) }

        /// This process.
        public static var current: Owner {
            Owner(process: ProcessInfo.processInfo.processIdentifier, host: ProcessInfo.processInfo.hostName)
        }

        /// Reads the content of a lock's file.
        fileprivate init?(_ text: String) {
            let words = text.split(whereSeparator: \.isWhitespace)
            guard let process = words.first.flatMap({ Int32($0) }) else { return nil }
            self.init(process: process, host: words.count > 1 ? String(words[1]) : "")
        }

        /// The process in words, such as "the process 4711 on web-1".
        public var description: String { "the process \(process)" + (host.isEmpty ? "" : " on \(host)") }
    }

    private let descriptor: Int32

    /// Locks a folder, which is created if it is missing.
    ///
    /// Does not wait for another lock.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - name: The name of the file of the lock. Defaults to `lock`.
    /// - Throws: ``Failure``
    public init(_ folder: URL, named name: String = "lock") throws(Failure) {
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            let url = URL(fileURLWithPath: folder.path, isDirectory: true)
            throw .unusable(FileError(.create, url, error))
        }
        let file = folder.appending(path: name)
        let opened = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .unusable(FileError(.write, file, POSIXError(.init(rawValue: errno) ?? .EIO))) }
        // The last assignment, because an initializer that throws must not run `deinit`.
        do throws(Failure) { try Self.lock(opened, file, in: folder) } catch {
            close(opened)
            throw error
        }
        descriptor = opened
    }

    private static func lock(_ descriptor: Int32, _ file: URL, in folder: URL) throws(Failure) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let text = try? String(contentsOf: file, encoding: .utf8)
            throw .inUse(folder: folder.path, owner: text.flatMap { Owner($0) })
        }
        do {
            let handle = FileHandle(fileDescriptor: descriptor)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data("\(Owner.current.process) \(Owner.current.host)\n".utf8))
        } catch {
            throw .unusable(FileError(.write, file, error))
        }
    }

    /// Releases the lock.
    public consuming func unlock() {}

    deinit {
        // So that a lock of another program does not name this process before it has written its own.
        ftruncate(descriptor, 0)
        // A process that is being started has a copy of the descriptor for a moment, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
