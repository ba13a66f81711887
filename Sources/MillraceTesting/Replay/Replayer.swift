import Millrace
import MillraceHistory
import MillraceJournal

extension Replay {
    /// A running replay.
    struct Replayer {
        private let reducer: R
        private let values: Values
        private let recording: Recording
        /// The state in the replay.
        private var today: R.State
        /// The recorded state, decoded and as JSON.
        private var recorded: R.State
        private var json: JSON?
        private var requests: ReplayedRequests<R>
        private(set) var summary = Summary()

        init(_ recording: Recording, _ reducer: R) throws(RecordingError) {
            (self.reducer, self.recording, json) = (reducer, recording, recording.state)
            values = Values(version: recording.version)
            requests = ReplayedRequests(values)
            recorded = try values.read(recording.state, "The state", line: recording.firstLine)
            today = recorded
            requests.add(activeFor: today, of: reducer)
        }

        /// Replays a turn with the current reducer.
        ///
        /// - Returns: The action and the part that differs. `nil` if nothing differs.
        mutating func replay(_ turn: Recording.Turn) throws(RecordingError) -> (R.Action, Mismatch.Subject)? {
            summary.turns += 1
            if turn.skipped > 0 { skip("turns that were not recorded", Int(clamping: turn.skipped)) }
            if let change = turn.state {
                try read(change, "The state", line: turn.line)
                today = recorded
                requests.add(activeFor: today, of: reducer)
            }
            var actions: [R.Action] = []
            for reduction in turn.reductions {
                actions.append(
                    try values.read(reduction.action, "The action \(reduction.action.brief)", line: turn.line))
            }
            if let action = actions.first, let subject = mapping(of: turn, actions) { return (action, subject) }
            for (reduction, action) in zip(turn.reductions, actions) {
                if let subject = try reduce(action, reduction, line: turn.line) { return (action, subject) }
            }
            return nil
        }

        private mutating func read(_ change: StateChange, _ part: String, line: Int) throws(RecordingError) {
            var state = RecordedState(json.take())
            guard state.apply(change), let new = state.json else {
                throw .invalid(line: line, reason: "a change of the state does not fit the state before it")
            }
            json = new
            recorded = try values.read(new, part, line: line)
        }

        private mutating func reduce(
            _ action: R.Action, _ reduction: Recording.Reduction, line: Int
        ) throws(RecordingError) -> Mismatch.Subject? {
            if let before = reduction.before {
                try read(before, "The state before", line: line)
                today = recorded
            }
            let flow = reducer.reduce(&today, action)
            if let after = reduction.after { try read(after, "The state", line: line) }
            summary.states += 1
            if !values.areAlike(recorded, today) { return .state(recorded: recorded, today: today) }
            requests.add(flow)
            requests.add(activeFor: today, of: reducer)
            return difference(flow, reduction.flow) ?? active(reduction.active)
        }

        // MARK: Comparing

        /// The difference between the requests of a flow and the recorded ones. `nil` if they match.
        private mutating func difference(_ flow: Flow<R>, _ recorded: JSON) -> Mismatch.Subject? {
            do {
                guard try values.matches(flow, recorded, in: today) else {
                    return .requests(recorded: recorded.requests, today: try values.json(flow, in: today).requests)
                }
                summary.requests += recorded.requests.count
                for type in recorded.unencodedTypes { skip("values of \(type), which is not Encodable") }
                return nil
            } catch {
                return .requests(recorded: recorded.requests, today: ["\(flow), which cannot be written: \(error)"])
            }
        }

        private mutating func active(_ recorded: [JSON]) -> Mismatch.Subject? {
            // Version 1 has no active commands.
            guard recording.version > 1 else { return nil }
            let today: [JSON]
            do { today = try values.json(activeCommandsOf: reducer, for: self.today) } catch {
                return .activeCommands(recorded: recorded.map(\.description), today: ["\(error)"])
            }
            guard values.areAlike(active: today, recorded, of: reducer, for: self.today) else {
                return .activeCommands(recorded: recorded.map(\.description), today: today.map(\.description))
            }
            summary.activeCommands += recorded.count
            for type in recorded.flatMap(\.unencodedTypes) { skip("values of \(type), which is not Encodable") }
            return nil
        }

        /// Maps the event of a turn to an action again. Returns the difference from the recorded actions.
        private mutating func mapping(of turn: Recording.Turn, _ actions: [R.Action]) -> Mismatch.Subject? {
            guard turn.kind == "event" else { return nil }
            guard recording.version > 1, let cause = recording.turn(turn.cause) else {
                skip("the mapping of events whose command is not recorded")
                return nil
            }
            // An event of another store's command, to which the store listens.
            guard let command = cause.command else { return nil }
            guard let event = turn.eventJSON else {
                skip("the mapping of events that are not recorded")
                return nil
            }
            let mapped = requests.actions(for: event, type: cause.type, command["value"])
            guard let today = mapped.first else {
                skip("the mapping of events of \(cause.type), which no replayed flow requested")
                return nil
            }
            summary.events += 1
            let isSame = mapped.contains { new in actions.contains { values.areAlike($0, new) } }
            return isSame ? nil : .action(recorded: actions[0], today: today)
        }

        private mutating func skip(_ what: String, _ count: Int = 1) { summary.skipped[what, default: 0] += count }
    }
}

extension Recording.Turn {
    /// The event of the turn; `nil` if it was not recorded.
    fileprivate var eventJSON: JSON? {
        guard let path = event?.elements else { return event }
        return reductions.first?.action[path: path.compactMap(\.text)]
    }
}

extension JSON {
    /// The value as text, of at most 160 characters.
    var brief: String {
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

    /// The types of the requests in a flow whose values were not written, because they are not `Encodable`.
    fileprivate var unencodedTypes: [String] {
        switch self {
        case .array(let flows): return flows.flatMap(\.unencodedTypes)
        case .object(let members):
            return members.flatMap { member -> [String] in
                switch member.name {
                case "execute", "send", "post", "output", "transition", "input":
                    let type = member.value["command"]?.text ?? member.value["type"]?.text
                    return member.value["value"] == nil ? type.map { [$0] } ?? [] : []
                case "cancel", "cancelIncludingChildren", "id", "of", "in", "fault": return []
                default: return member.value.unencodedTypes
                }
            }
        default: return []
        }
    }
}
