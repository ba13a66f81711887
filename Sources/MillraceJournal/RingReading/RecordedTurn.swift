/// A turn of a recording, as it is listed: without its payload and its changes.
package struct RecordedTurn: Sendable, Hashable, Identifiable {
    /// The number of the turn; of several turns that are counted in one line, the first.
    package let id: UInt64
    /// The last turn that the line describes, and how many there are.
    package var last: UInt64
    package var count = 1
    /// The number of the message's own turn.
    package let message: UInt64
    package let cause: UInt64
    package let kind: String
    package let type: String
    package let name: String?
    package let store: UInt64?
    /// The store whose message has caused this one, if it concerns no store of its own.
    package internal(set) var sender: UInt64?
    /// The time since the start of the run, in seconds.
    package let time: Double
    /// How long the turn took, in seconds.
    package let took: Double
    /// The outcome of the message; `nil` while it has not ended.
    package var outcome: String?
    package var error: String?
    /// The turn in which the message ended, and its time; `nil` for a message that ended in its own turn.
    package var ended: (turn: UInt64, time: Double)? {
        get { endedIn.map { ($0, endedAt) } }
        set { (endedIn, endedAt) = (newValue?.turn, newValue?.time ?? 0) }
    }
    private var endedIn: UInt64?
    private var endedAt = 0.0
    /// The pauses before its retries, in seconds.
    package var pauses: [Double] = []
    /// The turns that it caused are a list: the first and the last one, and the next one of the same cause. `nil` for none.
    var effects: (first: UInt64, last: UInt64)? {
        get { firstEffect.flatMap { first in lastEffect.map { (first, $0) } } }
        set { (firstEffect, lastEffect) = (newValue?.first, newValue?.last) }
    }
    private var firstEffect: UInt64?
    private var lastEffect: UInt64?
    var nextEffect: UInt64?
    /// The place of its line: the number of the file in the run, and the bytes in the file.
    let file: Int
    let bytes: Range<Int>

    /// The message in one line, such as `action Cart.add`.
    package var title: String { name.map { "\(shortType).\($0)" } ?? shortType }

    /// The type without "Action", which each feature has.
    package var shortType: String {
        type.hasSuffix(".Action")
            ? String(type.dropLast(7)) : type.hasPrefix("Event<") ? String(type.dropFirst(6).dropLast()) : type
    }
}

extension RecordedTurn {
    /// Reads a line, without its place; `nil` if it describes no turn.
    package init?(_ line: JSON) {
        guard case .object(let members) = line else { return nil }
        self.init(members, origin: 0, file: 0, bytes: 0..<0)
    }

    /// Reads the first members of a line; `nil` if it describes no turn.
    init?(_ members: [JSON.Member], origin: Double, file: Int, bytes: Range<Int>) {
        let line = JSON.object(members)
        (self.file, self.bytes) = (file, bytes)
        if let first = line["folded"]?.integer {
            let message = line["messages"]?.elements?.first?["message"] ?? .null
            (id, last, self.message) = (first, line["last"]?.integer ?? first, first)
            count = line["count"]?.integer.map { Int($0) } ?? 1
            (cause, kind) = (message["cause"]?.integer ?? 0, message["kind"]?.text ?? "")
            (type, name) = (message["type"]?.text ?? "", message["case"]?.text)
            store = message["store"]?.integer
            outcome = "done"
            (time, took) = ((line["time"]?.double ?? origin) - origin, 0)
        } else {
            guard let turn = line["turn"]?.integer, line["ended"] == nil else { return nil }
            (id, last, message) = (turn, turn, line["message"]?.integer ?? turn)
            (cause, kind) = (line["cause"]?.integer ?? 0, line["kind"]?.text ?? "")
            (type, name, store) = (line["type"]?.text ?? "", line["case"]?.text, line["store"]?.integer)
            (outcome, error) = (line["outcome"]?.text, line["error"].flatMap { $0.text ?? $0.hidden?.type })
            (time, took) = ((line["time"]?.double ?? origin) - origin, line["took"]?.double ?? 0)
        }
    }
}

extension JSON {
    package var double: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }
}
