import MillraceHistory

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a ``Recorder`` has written, read again: the first state of a store, and what happened then.
///
/// Nothing of it is of the application's own types yet: whoever replays it reads states and actions as today's.
public struct Recording: Sendable {
    /// One turn.
    package struct Turn: Sendable {
        /// The line that it stands in, counted from 1.
        package let line: Int
        package let id: UInt64
        /// The turn that asked for it; 0 when it came from outside.
        package let cause: UInt64
        /// What it is, as one line of a chain of causes.
        package let summary: String
        package let reductions: [Reduction]
    }

    /// What the store made of an action.
    package struct Reduction: Sendable {
        /// The state before, where that is not the one after the last.
        package let before: JSON?
        package let action: JSON
        /// The state after, where that is another than before.
        package let after: JSON?
        /// What was asked for.
        package let flow: JSON
    }

    /// The name of the reducer that reduced it.
    public let reducer: String
    /// The last line, where it is cut, as when the program ends while it writes; what it was to say is left out.
    public private(set) var cutLine: Int?
    package let state: JSON
    package private(set) var turns: [Turn] = []

    /// How many turns there are, those included that the store did not reduce.
    public var count: Int { turns.count }

    /// Reads the recording in `file`.
    ///
    /// - Throws: ``RecordingError/unreadable(file:reason:)``, and what the other initializer throws.
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
    /// A last line that is cut is left out, and ``cutLine`` says which; anything else that is wrong is thrown.
    ///
    /// - Throws: ``RecordingError`` for what is none, is of another version, or has a line that is not one of it.
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
                // A line that is whole has an end.
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
            throw .garbage(line: turn.line, reason: "turn \(turn.id) does not come after turn \(last.id)")
        }
        turns.append(turn)
    }

    /// The chain of causes that led to a turn, that from outside first, as far as it is recorded.
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

/// What a line says.
private struct LineReading {
    private let json: JSON
    private let line: Int

    init(_ json: JSON, line: Int) { (self.json, self.line) = (json, line) }

    /// Where one went back to, if it says so.
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
            reductions: reductions)
    }

    private func missing(_ name: String) -> RecordingError {
        .garbage(line: line, reason: "it has no \"\(name)\", or one that is none")
    }
}
