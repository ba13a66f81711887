import MillraceHistory

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A recording that a ``Recorder`` has written: the first state of a store and the turns that followed.
///
/// States and actions are still JSON. A replay decodes them as the application's current types.
public struct Recording: Sendable {
    /// A recorded turn.
    package struct Turn: Sendable {
        /// The number of its line, from 1.
        package let line: Int
        package let id: UInt64
        /// The turn that caused it; 0 for a message from outside.
        package let cause: UInt64
        /// The message's kind, type and case, as one line in a chain of causes.
        package let summary: String
        /// The new state of a replacement.
        package let state: JSON?
        package let reductions: [Reduction]
    }

    /// A reduction of an action by the store.
    package struct Reduction: Sendable {
        /// The state before the reduction; `nil` if it is the state after the previous reduction.
        package let before: JSON?
        package let action: JSON
        /// The state after the reduction; `nil` if the state did not change.
        package let after: JSON?
        /// The flow that the reducer returned; `.null` for an empty flow.
        package let flow: JSON
    }

    /// The name of the store's reducer.
    public let reducer: String
    /// The number of the last line if it is incomplete, for example because the program ended while it wrote; otherwise `nil`.
    /// The line's turn is ignored.
    public private(set) var cutLine: Int?
    package let state: JSON
    package private(set) var turns: [Turn] = []

    /// The number of turns, including turns that the store did not reduce.
    public var count: Int { turns.count }

    /// Reads the recording in `file`.
    ///
    /// - Throws: ``RecordingError/unreadable(file:reason:)``, and the errors of ``init(_:)``.
    public init(contentsOf file: URL) throws(RecordingError) {
        let data: Data
        do { data = try Data(contentsOf: file) } catch {
            let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
            throw .unreadable(file: file.lastPathComponent, reason: isMissing ? "there is no such file." : "\(error)")
        }
        try self.init(Array(data))
    }

    /// Reads a recording from its text.
    ///
    /// If the last line is incomplete, it is ignored, and ``cutLine`` is its number.
    ///
    /// - Throws: ``RecordingError`` if the text is not a recording, has another version, or contains an invalid line.
    public init(_ text: String) throws(RecordingError) { try self.init(Array(text.utf8)) }

    private init(_ bytes: [UInt8]) throws(RecordingError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard bytes.contains(where: { $0 > 0x20 }), let first = lines.first else { throw .empty }
        guard let header = try? JSONReader.read(first), header["format"]?.text == Format.name else { throw .noHeader }
        let version = header["version"] ?? .null
        guard version == .number(Format.version) else { throw .unknownVersion("\(version)") }
        guard let reducer = header["reducer"]?.text, let state = header["state"] else { throw .noHeader }
        (self.reducer, self.state) = (reducer, state)
        for (index, line) in lines.enumerated().dropFirst() where line.contains(where: { $0 > 0x20 }) {
            let json: JSON
            do { json = try JSONReader.read(line) } catch {
                // A complete line ends with a line break.
                if index == lines.count - 1 {
                    cutLine = index + 1
                    return
                }
                throw .garbage(line: index + 1, reason: "\(error.reason), at byte \(error.place)")
            }
            try add(LineReading(json, line: index + 1))
        }
    }

    private mutating func add(_ line: LineReading) throws(RecordingError) {
        if let position = try line.position() {
            return turns.removeLast(turns.count - (turns.lastIndex { $0.id <= position }.map { $0 + 1 } ?? 0))
        }
        let turn = try line.turn()
        if let last = turns.last, last.id >= turn.id {
            throw .garbage(line: turn.line, reason: "turn \(turn.id) is not greater than the previous turn \(last.id)")
        }
        turns.append(turn)
    }

    /// Returns the chain of causes of a turn: from the message from outside, or the oldest recorded cause, to the turn itself.
    package func chain(to turn: Turn) -> [Turn] {
        var chain = [turn]
        while let last = chain.last, last.cause < last.id, let cause = self.turn(last.cause) { chain.append(cause) }
        return chain.reversed()
    }

    private func turn(_ id: UInt64) -> Turn? {
        var range = turns.startIndex..<turns.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if turns[middle].id == id { return turns[middle] }
            range = turns[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

/// Reads a turn or a rewind from a line.
private struct LineReading {
    private let json: JSON
    private let line: Int

    init(_ json: JSON, line: Int) { (self.json, self.line) = (json, line) }

    /// Returns the turn to which the history was rewound; `nil` if the line is a turn.
    func position() throws(RecordingError) -> UInt64? {
        guard let back = json["back"] else { return nil }
        guard let position = back.integer else { throw missing("back") }
        return position
    }

    func turn() throws(RecordingError) -> Recording.Turn {
        guard let id = json["id"]?.integer else { throw missing("id") }
        guard let kind = json["kind"]?.text else { throw missing("kind") }
        guard let type = json["type"]?.text else { throw missing("type") }
        var reductions: [Recording.Reduction] = []
        for reduction in json["reductions"]?.elements ?? [] {
            guard let action = reduction["action"] else { throw missing("action") }
            reductions.append(
                .init(
                    before: reduction["before"], action: action, after: reduction["state"],
                    flow: reduction["flow"] ?? .null))
        }
        let name = json["case"]?.text
        let subject = kind == "action" ? name.map { ".\($0)" } ?? type : type + (name.map { ".\($0)" } ?? "")
        return .init(
            line: line, id: id, cause: json["cause"]?.integer ?? 0, summary: "\(kind) \(subject)",
            state: json["state"], reductions: reductions)
    }

    private func missing(_ name: String) -> RecordingError {
        .garbage(line: line, reason: "\"\(name)\" is missing or invalid")
    }
}
