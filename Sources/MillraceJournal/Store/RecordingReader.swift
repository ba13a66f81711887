#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads a recording as a whole, while it is written, or in parts.
///
/// ```swift
/// let reader = RecordingReader(file)
/// let all = try reader.read()                      // everything that is written so far
/// let more = try reader.read()                     // later: reads only what was appended
/// let some = try reader.read(turns: 9_000...9_100) // reads from the checkpoint before turn 9,000
/// ```
/// Each line is checked: its checksum, its place after the line before it, and its fields. The reader is not bound to an actor.
public final class RecordingReader {
    private enum Source {
        case file(URL)
        case text(Data)
    }

    private let source: Source
    /// The reader of the lines that ``read()`` has read, and their number of bytes.
    private var lines: (reader: LineReader, length: Int)?
    /// The places of the lines, made on first use.
    private var index: LineIndex?

    /// Creates a reader of a file. Reads nothing yet. The file may grow, but must not be shortened while a call reads
    /// it, because it is mapped into memory.
    public init(_ file: URL) { source = .file(file) }

    /// Creates a reader of a text.
    public init(_ text: String) { source = .text(Data(text.utf8)) }

    /// Creates a reader of the bytes of a text.
    package init(bytes: [UInt8]) { source = .text(Data(bytes)) }

    /// Reads all lines that are complete. Later calls read only lines that were appended since the previous call.
    ///
    /// - Returns: All turns up to now. An incomplete last line is read by the next call after it was completed; until then it
    ///   is ``Recording/cutLine``.
    /// - Throws: ``RecordingError`` if the source cannot be read, or a line is not as it was written. Later calls throw the same
    ///   error.
    public func read() throws(RecordingError) -> Recording {
        let bytes = try bytes()
        var (reader, length) = if let lines { lines } else { try header(of: bytes) }
        try check(bytes, hasAtLeast: length)
        while let end = bytes.endOfLine(at: length) {
            try reader.add(bytes.slice(length..<end))
            length = end + 1
        }
        lines = (reader, length)
        return try recording(reader, bytes.slice(length..<bytes.count))
    }

    /// Reads the turns with these numbers.
    ///
    /// The first call reads the file once to find the lines, but decodes none. Then only the lines from the checkpoint before
    /// the first turn are decoded and checked. So damage in other lines is not found.
    ///
    /// - Returns: The turns, and the state before the first of them. Empty if there are none. ``Recording/isEnded`` is false.
    public func read(turns: ClosedRange<UInt64>) throws(RecordingError) -> Recording {
        let bytes = try bytes()
        var index = index ?? LineIndex()
        try check(bytes, hasAtLeast: index.length)
        index.extend(over: bytes)
        self.index = index
        var reader = try header(of: bytes).reader
        guard let part = index.lines(of: turns) else {
            var recording = reader.recording
            (recording.isPart, recording.isEnded) = (true, false)
            recording.keep(turns)
            return recording
        }
        if part.checkpoint > 0 {
            reader = try LineReader(
                reader, checkpoint: index.line(part.checkpoint, in: bytes),
                after: index.line(part.checkpoint - 1, in: bytes), line: part.checkpoint + 1)
        }
        for line in part.checkpoint + 1..<max(part.first, part.checkpoint + 1) {
            try reader.add(index.line(line, in: bytes))
        }
        reader.restart()
        for line in part.first...part.last { try reader.add(index.line(line, in: bytes)) }
        var recording = reader.recording
        (recording.isPart, recording.isEnded) = (true, false)
        recording.keep(turns)
        return recording
    }

    private func bytes() throws(RecordingError) -> Data {
        switch source {
        case .text(let bytes): return bytes
        case .file(let file):
            do { return try Data(contentsOf: file, options: .mappedIfSafe) } catch {
                let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
                throw .unreadable(
                    file: file.lastPathComponent, reason: isMissing ? "there is no such file." : systemReason(error))
            }
        }
    }

    /// Checks that the source still has the bytes that were read before.
    private func check(_ bytes: Data, hasAtLeast length: Int) throws(RecordingError) {
        guard bytes.count < length, case .file(let file) = source else { return }
        throw .unreadable(file: file.lastPathComponent, reason: "it is shorter than before.")
    }

    private func header(of bytes: Data) throws(RecordingError) -> (reader: LineReader, length: Int) {
        let end = bytes.endOfLine(at: 0)
        let line = bytes.slice(0..<(end ?? bytes.count))
        if !line.contains(where: { $0 > 0x20 }), !bytes.contains(where: { $0 > 0x20 }) { throw .empty }
        let reader = try LineReader(header: line)
        // Only version 1 has lines without line breaks.
        if end == nil, reader.recording.version > 1 { throw .noHeader }
        return (reader, end.map { $0 + 1 } ?? bytes.count)
    }

    /// Returns the recording, with the number of the incomplete line at the end of the source.
    private func recording(_ reader: LineReader, _ rest: ArraySlice<UInt8>) throws(RecordingError) -> Recording {
        var reader = reader
        if reader.recording.isEnded, !rest.isEmpty { throw .afterEnd(line: reader.line + 1) }
        if reader.recording.version == 1 {
            // A last line without a line break counts if it is complete.
            let isComplete = (try? JSONReader.read(rest)) != nil
            if isComplete || !rest.contains(where: { $0 > 0x20 }) {
                try reader.add(rest)
                return reader.recording
            }
        }
        var recording = reader.recording
        recording.cutLine = rest.isEmpty ? nil : reader.line + 1
        return recording
    }
}

/// The places of the lines of a recording. They are found by their first bytes, without decoding them.
private struct LineIndex {
    /// The first byte of each complete line, and the byte after the last one.
    private var starts = [0]
    /// The lines of turns that were not undone, in order.
    private var turns: [(id: UInt64, line: Int)] = []
    /// The lines with whole states, from which a reader can start: the header, and the checkpoints.
    private var checkpoints = [0]

    /// The number of bytes of the complete lines.
    var length: Int { starts.last ?? 0 }

    func line(_ number: Int, in bytes: Data) -> ArraySlice<UInt8> {
        bytes.slice(starts[number]..<starts[number + 1] - 1)
    }

    /// Adds the complete lines that follow the known ones.
    mutating func extend(over bytes: Data) {
        while let start = starts.last, let end = bytes.endOfLine(at: start) {
            add(bytes.slice(start..<min(end, start + Self.prefix)))
            starts.append(end + 1)
        }
    }

    /// The number of bytes at the beginning of a line that identify it.
    private static let prefix = 40

    private mutating func add(_ line: ArraySlice<UInt8>) {
        let number = starts.count - 1
        if let id = Self.number(after: #"{"id":"#, in: line) {
            turns.append((id, number))
        } else if let position = Self.number(after: #"{"back":"#, in: line) {
            turns.removeLast(turns.count - (turns.lastIndex { $0.id <= position }.map { $0 + 1 } ?? 0))
        } else if Self.number(after: #"{"checkpoint":"#, in: line) != nil {
            checkpoints.append(number)
        }
    }

    private static func number(after name: StaticString, in line: ArraySlice<UInt8>) -> UInt64? {
        guard line.starts(with: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) else {
            return nil
        }
        let digits = line.dropFirst(name.utf8CodeUnitCount).prefix { (0x30...0x39).contains($0) }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the lines of the turns in `range`, and the last checkpoint before them; `nil` if there is no such turn.
    func lines(of range: ClosedRange<UInt64>) -> (checkpoint: Int, first: Int, last: Int)? {
        let (start, end) = (first { $0 >= range.lowerBound }, first { $0 > range.upperBound })
        guard start < end else { return nil }
        let (first, last) = (turns[start].line, turns[end - 1].line)
        return (checkpoints.last { $0 < first } ?? 0, first, last)
    }

    /// Returns the number of turns before the first one whose id fulfils a condition. Ids increase.
    private func first(where condition: (UInt64) -> Bool) -> Int {
        var range = turns.startIndex..<turns.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = condition(turns[middle].id) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}

extension Data {
    /// Returns the place of the line break that ends the line at `start`; `nil` if the line is incomplete.
    fileprivate func endOfLine(at start: Int) -> Int? {
        withUnsafeBytes { bytes in bytes[start...].firstIndex(of: UInt8(ascii: "\n")) }
    }

    fileprivate func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { ArraySlice(self[range]) }
}
