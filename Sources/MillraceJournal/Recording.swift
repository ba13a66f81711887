#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A recording that a ``StoreRecorder`` has written: the first state of a store and the turns that followed.
///
/// States and actions are still JSON. A replay decodes them as the application's current types. A ``RecordingReader`` reads a
/// part of a recording, or a recording that is still written.
public struct Recording: Sendable {
    /// A recorded turn.
    package struct Turn: Sendable {
        /// The number of its line, from 1.
        package let line: Int
        package let id: UInt64
        /// The number of turns between the previous one and this one that were not recorded.
        package let skipped: UInt64
        /// The turn that caused it; 0 for a message from outside.
        package let cause: UInt64
        package let kind: String
        /// The type of the message.
        package let type: String
        /// The case of the message, if it is of an enum.
        package let name: String?
        /// The value of a command; `nil` if it is not a command of the store, or not `Encodable`.
        package let command: JSON?
        /// The place of the event in the first action, or the event itself. `nil` if it was not written.
        package let event: JSON?
        /// The new state of a replacement.
        package let state: StateChange?
        package let reductions: [Reduction]

        /// The message's kind, type and case, as one line in a chain of causes.
        package var summary: String {
            let subject = kind == "action" ? name.map { ".\($0)" } ?? type : type + (name.map { ".\($0)" } ?? "")
            return "\(kind) \(subject)"
        }
    }

    /// A reduction of an action by the store.
    package struct Reduction: Sendable {
        /// The change to the state before the reduction; `nil` if it is the state after the previous reduction.
        package let before: StateChange?
        package let action: JSON
        /// The change to the state after the reduction; `nil` if the state did not change.
        package let after: StateChange?
        /// The flow that the reducer returned; `.null` for an empty flow.
        package let flow: JSON
        /// The active commands of the state after the reduction.
        package let active: [JSON]
    }

    /// The version of the format: 1 or 2.
    public let version: Int
    /// The name of the store's reducer.
    public let reducer: String
    /// The number of the last line if it is incomplete, for example because the program ended while it wrote; otherwise `nil`.
    /// The line's turn is ignored.
    public internal(set) var cutLine: Int?
    /// Whether the recording was ended by ``StoreRecorder/end(_:)``. If not, turns may be missing at its end. Recordings of version
    /// 1 have no end.
    public internal(set) var isEnded = false
    /// Whether this is a part of a recording, read with ``RecordingReader/read(turns:)``.
    public internal(set) var isPart = false
    /// The line that has the first state, or the last line before it.
    package internal(set) var firstLine = 1
    /// The state before the first turn.
    package let state: JSON
    /// The active commands of the first state.
    package let active: [JSON]
    package private(set) var turns: [Turn] = []

    /// The number of turns, including turns that the store did not reduce.
    public var count: Int { turns.count }
    /// The numbers of the first and the last turn; `nil` if there is no turn.
    public var range: ClosedRange<UInt64>? {
        guard let first = turns.first, let last = turns.last else { return nil }
        return first.id...last.id
    }

    init(version: Int, reducer: String, state: JSON, active: [JSON]) {
        (self.version, self.reducer, self.state, self.active) = (version, reducer, state, active)
    }

    /// Reads the recording in `file`.
    ///
    /// - Throws: ``RecordingError/unreadable(file:reason:)``, and the errors of ``init(_:)``.
    public init(contentsOf file: URL) throws(RecordingError) { self = try RecordingReader(file).read() }

    /// Reads a recording from its text.
    ///
    /// If the last line is incomplete, it is ignored, and ``cutLine`` is its number.
    ///
    /// - Throws: ``RecordingError`` if the text is not a recording, has another version, or contains a line that was changed,
    ///   removed, doubled or moved.
    public init(_ text: String) throws(RecordingError) { self = try RecordingReader(text).read() }

    mutating func append(_ turn: Turn) { turns.append(turn) }

    /// Removes the turns after `position`.
    mutating func rewind(to position: UInt64) {
        turns.removeLast(turns.count - (turns.lastIndex { $0.id <= position }.map { $0 + 1 } ?? 0))
    }

    /// Keeps the turns in `range`. They must follow the first state.
    mutating func keep(_ range: ClosedRange<UInt64>) { turns.removeAll { !range.contains($0.id) } }

    /// Returns the chain of causes of a turn: from the message from outside, or the oldest recorded cause, to the turn itself.
    package func chain(to turn: Turn) -> [Turn] {
        var chain = [turn]
        while let last = chain.last, let cause = self.turn(last.cause) { chain.append(cause) }
        return chain.reversed()
    }

    /// Returns the turn with this number.
    package func turn(_ id: UInt64) -> Turn? {
        var range = turns.startIndex..<turns.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if turns[middle].id == id { return turns[middle] }
            range = turns[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
