import MillraceHistory
import Millrace

/// The name of the format of recordings, and its versions.
enum Format {
    static let name = "millrace.recording"
    /// The version that is written.
    static let version = 2
    /// The versions that can be read.
    static let versions: ClosedRange<UInt64> = 1...2
}

/// Creates the line of one turn.
struct TurnWriter<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let record: Record
    private let store: StoreID
    /// The number of turns before this one that are not recorded.
    private let skipped: UInt64

    init(_ record: Record, _ store: StoreID, skipped: UInt64) {
        (self.record, self.store, self.skipped) = (record, store, skipped)
    }

    /// Returns the line. `state` is the state that a reader has before the line, and is set to the state that it has after the
    /// line.
    func line(after state: inout WrittenState<R>) throws(RecordingError) -> JSON {
        let isOwnCommand = record.kind == .command && record.store == store
        let command = isOwnCommand ? try part("The command") { try state.json(command: record.payload) } : nil
        let (replaced, active) = try replacedState(&state)
        let all = record.reductions(by: store, as: R.self)
        var reductions: [JSON] = []
        for reduction in all { reductions.append(try json(reduction, after: &state)) }
        let action = record.kind == .event ? reductions.first?["action"] : nil
        return .of([
            "id": .number(record.id),
            "skipped": skipped == 0 ? nil : .number(skipped),
            "cause": record.cause == 0 ? nil : .number(record.cause),
            "kind": .string(caseName(of: record.kind)),
            "type": .string("\(record.type)"),
            "case": nameOfCase(record.payload).map(JSON.string),
            "time": .seconds(record.time),
            "outcome": .string(caseName(of: record.outcome)),
            "command": command,
            "event": action.flatMap { state.json(event: record.payload, in: $0) },
            "state": replaced,
            "active": active,
            "pauses": record.pauses.isEmpty ? nil : .array(record.pauses.map { .seconds($0) }),
            "reductions": reductions.isEmpty ? nil : .array(reductions),
        ])
    }

    /// Returns the new state and active commands if the record is a replacement for the store.
    private func replacedState(
        _ state: inout WrittenState<R>
    ) throws(RecordingError) -> (state: JSON?, active: JSON?) {
        guard record.kind == .replacement, record.store == store, let new = record.payload as? R.State else {
            return (nil, nil)
        }
        return (try change(&state, to: new, "The state"), try changeActive(&state))
    }

    private func json(
        _ reduction: Record.Reduction<R>, after state: inout WrittenState<R>
    ) throws(RecordingError) -> JSON {
        let before = try change(&state, to: reduction.before, "The state before")
        let action = try part("The action") { try state.json(reduction.action) }
        let after = try change(&state, to: reduction.after, "The state")
        let flow = try part("The flow") { try state.json(reduction.flow, after: reduction.after) }
        return .of([
            "before": before, "action": action, "state": after, "flow": flow == .null ? nil : flow,
            "active": try changeActive(&state),
        ])
    }

    private func change(
        _ state: inout WrittenState<R>, to new: R.State, _ name: String
    ) throws(RecordingError) -> JSON? {
        do { return try state.change(to: new) } catch { throw .of(error, turn: record.id, name) }
    }

    private func changeActive(_ state: inout WrittenState<R>) throws(RecordingError) -> JSON? {
        do { return try state.changeActive() } catch { throw .of(error, turn: record.id, "An active command") }
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
