/// A recording of what is there now, without the messages that led to it. The inspector shows it like the recording of a run.
package struct SnapshotRecording {
    /// The content of a file.
    package private(set) var text = ""

    private let started: Double
    private var chain = LineChain()
    private var stores: UInt64 = 0
    private var turns: UInt64 = 0

    /// - Parameters:
    ///   - program: The name that is shown.
    ///   - started: The time of the oldest message, in seconds since 1970.
    package init(_ program: String, started: Double) {
        self.started = started
        let header = RunHeader(run: program, started: started, origin: .zero, program: program, build: "")
        append(header.json(number: 1, lost: 0))
    }

    /// Adds a store.
    ///
    /// - Returns: Its number.
    package mutating func add(store type: String, _ state: JSON) -> UInt64 {
        stores += 1
        append(.of(["store": .number(stores), "type": .string(type), "state": state]))
        return stores
    }

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - kind: Its kind, such as `command`.
    ///   - type: The name of its type.
    ///   - store: The store that has sent it. Defaults to `nil`: none.
    ///   - time: Its time, in seconds since 1970.
    ///   - payload: Its content. Defaults to `nil`: none.
    ///   - attempts: How often it was tried. Defaults to 1.
    ///   - end: Its outcome and its error. Defaults to `nil`: it is pending.
    package mutating func add(
        _ kind: String, _ type: String, store: UInt64? = nil, at time: Double, _ payload: JSON? = nil,
        attempts: Int = 1, end: (outcome: String, error: String?)? = nil
    ) {
        turns += 1
        append(
            .of([
                "turn": .number(turns), "kind": .string(kind), "type": .string(type),
                "store": store.map { .number($0) }, "time": .number("\(max(0, time - started))"), "took": .number(0),
                "outcome": end.map { .string($0.outcome) }, "error": end?.error.map(JSON.string), "payload": payload,
            ]))
        for _ in 1..<max(1, attempts) { append(.of(["retried": .number(turns), "pause": .number(0)])) }
    }

    private mutating func append(_ line: JSON) { chain.append(line, to: &text) }
}
