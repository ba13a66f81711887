import MillraceHistory
import Millrace

/// The name of the format of recordings, and its only version.
enum Format {
    static let name = "millrace.recording"
    static let version = 1
}

/// Creates the line of one turn.
struct TurnWriter<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let record: Record
    private let store: StoreID
    private let values: Values

    init(_ record: Record, _ store: StoreID, _ values: Values) {
        (self.record, self.store, self.values) = (record, store, values)
    }

    /// Returns the line. `state` is the state that a reader has before the line, and is set to the state that it has after the
    /// line.
    func line(after state: inout R.State?) throws(RecordingError) -> JSON {
        var reductions: [JSON] = []
        for reduction in record.reductions(by: store, as: R.self) {
            reductions.append(try json(reduction, after: &state))
        }
        return .of([
            "id": .number(record.id),
            "cause": record.cause == 0 ? nil : .number(record.cause),
            "kind": .string(caseName(of: record.kind)),
            "type": .string("\(record.type)"),
            "case": nameOfCase(record.payload).map(JSON.string),
            "time": .seconds(record.time),
            "outcome": .string(caseName(of: record.outcome)),
            "state": try replacedState(&state),
            "pauses": record.pauses.isEmpty ? nil : .array(record.pauses.map { .seconds($0) }),
            "reductions": reductions.isEmpty ? nil : .array(reductions),
        ])
    }

    /// Returns the new state if the record is a replacement for the store.
    private func replacedState(_ state: inout R.State?) throws(RecordingError) -> JSON? {
        guard record.kind == .replacement, record.store == store, let new = record.payload as? R.State else {
            return nil
        }
        state = new
        return try part("The state") { try values.readableJSON(new, .state) }
    }

    private func json(
        _ reduction: (action: R.Action, before: R.State, after: R.State, flow: Flow<R>), after state: inout R.State?
    ) throws(RecordingError) -> JSON {
        let continues = state.map { areSame($0, reduction.before) } ?? false
        defer { state = reduction.after }
        let flow = try part("The flow") { try values.json(reduction.flow, in: reduction.after) }
        return .of([
            "before": continues
                ? nil : try part("The state before") { try values.readableJSON(reduction.before, .state) },
            "action": try part("The action") { try values.readableJSON(reduction.action, .action) },
            "state": areSame(reduction.before, reduction.after)
                ? nil : try part("The state") { try values.readableJSON(reduction.after, .state) },
            "flow": flow == .null ? nil : flow,
        ])
    }

    private func part(_ name: String, _ json: () throws -> JSON) throws(RecordingError) -> JSON {
        do { return try json() } catch { throw .of(error, turn: record.id, name) }
    }
}

extension RecordingError {
    /// Returns the error for a part of a turn that cannot be encoded.
    static func of(_ error: any Error, turn: UInt64, _ part: String) -> RecordingError {
        if let error = error as? Tokens.NotText { return .notText(turn: turn, field: error.field) }
        return .unencodable(turn: turn, part: part, reason: MillraceJournal.reason(error))
    }
}
