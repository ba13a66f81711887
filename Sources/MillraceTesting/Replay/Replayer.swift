import MillraceInspection
import MillraceHistory
import Millrace
import MillraceJournal

extension Replay {
    /// A replay under way.
    struct Replayer {
        private let reducer: R
        private let values = Values()
        /// The state as it is replayed.
        private var today: R.State
        /// The state as it was recorded.
        private var recorded: R.State

        init(_ recording: Recording, _ reducer: R) throws(RecordingError) {
            self.reducer = reducer
            recorded = try values.firstState(of: recording)
            today = recorded
        }

        /// Reduces an action anew.
        ///
        /// - Returns: the action and what differs, if anything does.
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

        /// How what the reducer asks for differs, if it does.
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
    /// The value, as far as anybody would read on.
    fileprivate var brief: String {
        let text = description
        return text.count > 160 ? text.prefix(160) + "…" : text
    }

    /// What a flow asks for, a line for each that none waits for.
    fileprivate var requests: [String] {
        guard case .object(let members) = self, let first = members.first else { return [] }
        if first.name == "merge", case .array(let flows) = first.value { return flows.flatMap(\.requests) }
        // Most have one part; what is told to a module has its port too.
        return [members.map { "\($0.name) \($0.value)" }.joined(separator: ", ")]
    }
}
