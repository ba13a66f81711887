import MillraceInspection
import MillraceHistory
import Millrace
import MillraceJournal

extension Replay {
    /// A running replay.
    struct Replayer {
        private let reducer: R
        private let values = Values()
        /// The state in the replay.
        private var today: R.State
        /// The recorded state.
        private var recorded: R.State

        init(_ recording: Recording, _ reducer: R) throws(RecordingError) {
            self.reducer = reducer
            recorded = try values.firstState(of: recording)
            today = recorded
        }

        /// Replaces the state, as a replacement of the recording did.
        mutating func replaceState(by state: JSON, line: Int) throws(RecordingError) {
            recorded = try values.read(state, "The state", line: line)
            today = recorded
        }

        /// Reduces an action with the current reducer.
        ///
        /// - Returns: The action and the part that differs. `nil` if nothing differs.
        mutating func reduce(
            _ reduction: Recording.Reduction, line: Int
        ) throws(RecordingError) -> (action: R.Action, subject: Mismatch.Subject)? {
            if let before = reduction.before {
                recorded = try values.read(before, "The state before", line: line)
                today = recorded
            }
            let action: R.Action = try values.read(reduction.action, "The action \(reduction.action.brief)", line: line)
            let flow = reducer.reduce(&today, action)
            if let after = reduction.after { recorded = try values.read(after, "The state", line: line) }
            if !values.areAlike(recorded, today) { return (action, .state(recorded: recorded, today: today)) }
            return subject(flow, reduction.flow).map { (action, $0) }
        }

        /// The difference between the requests of a flow and the recorded ones. `nil` if they match.
        private func subject(_ flow: Flow<R>, _ recorded: JSON) -> Mismatch.Subject? {
            do {
                if try values.matches(flow, recorded, in: today) { return nil }
                return .requests(recorded: recorded.requests, today: try values.json(flow, in: today).requests)
            } catch {
                return .requests(recorded: recorded.requests, today: ["\(flow), which cannot be written: \(error)"])
            }
        }
    }
}

extension JSON {
    /// The value as text, of at most 160 characters.
    fileprivate var brief: String {
        let text = description
        return text.count > 160 ? text.prefix(160) + "…" : text
    }

    /// The requests in a flow, one line for each part of a merge.
    fileprivate var requests: [String] {
        guard case .object(let members) = self, let first = members.first else { return [] }
        if first.name == "merge", case .array(let flows) = first.value { return flows.flatMap(\.requests) }
        // Most requests have one member. An input for another module also has its port.
        return [members.map { "\($0.name) \($0.value)" }.joined(separator: ", ")]
    }
}
