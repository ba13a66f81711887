import Millrace
import MillraceJournal

extension Replay {
    /// A running replay of a run that a `Recorder` has written: of all stores of one reducer.
    ///
    /// Every recorded message that a store has reduced is an input. No effect is performed, because the messages that the effects sent are
    /// recorded too.
    struct RunReplayer {
        private struct ReplayedStore {
            /// The recorded state.
            var recorded: JSON
            /// The state in the replay; `nil` while it is unknown.
            var today: R.State?
        }

        private let reducer: R
        private let name: String
        private let values = Values(version: 2)
        private var stores: [UInt64: ReplayedStore] = [:]
        /// The names of all recorded reducers.
        private(set) var names: Set<String> = []
        private(set) var summary = Summary()

        init(_ reducer: R, recordedAs name: String) { (self.reducer, self.name) = (reducer, name) }

        /// Replays a line with the current reducer.
        ///
        /// - Returns: The turn, its action and the part that differs. `nil` if nothing differs.
        mutating func replay(_ line: RunLines.Line) throws(RecordingError) -> (UInt64, R.Action, Mismatch.Subject)? {
            guard case .json(let json) = line.content, case .object(let members) = json, let first = members.first
            else {
                lose("lines after one that is damaged or incomplete", 1)
                return nil
            }
            switch first.name {
            case "format": if let lost = json["lost"]?.integer { lose(Self.missing, lost) }
            case "lost": lose(Self.missing, first.value.integer ?? 0)
            case "store": try add(json, line.number)
            case "closed":
                let closed = (first.value.elements ?? []).compactMap(\.integer)
                stores = stores.filter { !closed.contains($0.key) }
            case "folded": try adoptFolded(json, line.number)
            case "turn":
                guard let (action, subject) = try replay(turn: json, line.number) else { return nil }
                return (first.value.integer ?? 0, action, subject)
            default: break
            }
            return nil
        }

        // MARK: States

        /// Adds a store, or compares nothing and goes on with a recorded state that follows a gap.
        private mutating func add(_ json: JSON, _ line: Int) throws(RecordingError) {
            guard let number = json["store"]?.integer, let type = json["type"]?.text else { return }
            names.insert(type)
            guard type == name, let state = json["state"] else { return }
            if let store = stores[number], store.today != nil, store.recorded == state { return }
            stores[number] = ReplayedStore(recorded: state, today: try decoded(state, "states", line))
        }

        /// Notes turns that are not in the recording. The states after them are unknown.
        private mutating func lose(_ what: String, _ count: UInt64) {
            skip(what, Int(clamping: count))
            for number in stores.keys { stores[number]?.today = nil }
        }

        /// Goes on with the states after turns that are counted in one line.
        private mutating func adoptFolded(_ json: JSON, _ line: Int) throws(RecordingError) {
            let count = Int(clamping: json["count"]?.integer ?? 1)
            summary.turns += count
            var isReplayed = false
            for reduction in json["reductions"]?.elements ?? [] {
                guard let number = try apply(reduction, line) else { continue }
                isReplayed = true
                try adopt(number, isExact: reduction["leftOut"] == nil, line)
            }
            if isReplayed { skip("turns that are counted in one line", count) }
        }

        /// Applies the changes of a reduction to the recorded state. Returns the number of the store, if it is replayed.
        private mutating func apply(_ reduction: JSON, _ line: Int) throws(RecordingError) -> UInt64? {
            guard let number = reduction["store"]?.integer, stores[number] != nil else { return nil }
            let changes = (reduction["changes"]?.elements ?? []).compactMap { JSONChange($0) }
            guard stores[number]?.recorded.apply(changes) == true else {
                throw .invalid(line: line, reason: "a change of the state does not fit the state before it")
            }
            return number
        }

        private mutating func adopt(_ number: UInt64, isExact: Bool, _ line: Int) throws(RecordingError) {
            guard let recorded = stores[number]?.recorded else { return }
            let today: R.State? = isExact ? try decoded(recorded, "states", line) : nil
            stores[number]?.today = today
        }

        /// Decodes a state or an action. Returns `nil` if a part of it is not shown.
        private mutating func decoded<Value: Decodable>(
            _ json: JSON, _ what: String, _ line: Int
        ) throws(RecordingError) -> Value? {
            if let hidden = json.firstHidden {
                skip("\(what) with a part that is not shown: \(hidden.type) \(hidden.reason)")
                return nil
            }
            return try values.read(json, what == "states" ? "The state" : "The action \(json.brief)", line: line)
        }

        // MARK: Turns

        private mutating func replay(
            turn: JSON, _ line: Int
        ) throws(RecordingError) -> (R.Action, Mismatch.Subject)? {
            summary.turns += 1
            for reduction in turn["reductions"]?.elements ?? [] {
                guard let number = try apply(reduction, line) else { continue }
                let isExact = reduction["leftOut"] == nil
                let json = reduction["action"] ?? (turn["kind"]?.text == "action" ? turn["payload"] : nil)
                guard let json, let before = stores[number]?.today else {
                    if json != nil { skip("actions after a state that is not known") }
                    try adopt(number, isExact: isExact, line)
                    continue
                }
                guard let action: R.Action = try decoded(json, "actions", line) else {
                    try adopt(number, isExact: isExact, line)
                    continue
                }
                var state = before
                _ = reducer.reduce(&state, action)
                stores[number]?.today = state
                if !isExact {
                    skip("states that the recorder left out")
                } else if let subject = difference(of: state, number) {
                    return (action, subject)
                }
            }
            return nil
        }

        /// Compares a state with the recorded one. Returns `nil` if they are alike.
        private mutating func difference(of state: R.State, _ number: UInt64) -> Mismatch.Subject? {
            guard let recorded = stores[number]?.recorded else { return nil }
            summary.states += 1
            let json = RecordedValue.json(of: state)
            if json == recorded { return nil }
            // A field that is new today is not in the recording.
            if recorded.firstHidden == nil, let old = try? values.value(R.State.self, recorded),
                values.areAlike(old, state)
            {
                return nil
            }
            let parts = recorded.differences(to: json)
            return .parts(recorded: parts.old, today: parts.new)
        }

        private static var missing: String { "turns that were not recorded" }

        private mutating func skip(_ what: String, _ count: Int = 1) { summary.skipped[what, default: 0] += count }
    }
}

extension JSON {
    /// The first part that is not shown; `nil` if there is none.
    fileprivate var firstHidden: (type: String, reason: String)? {
        if let hidden { return hidden }
        switch self {
        case .array(let elements): return elements.lazy.compactMap(\.firstHidden).first
        case .object(let members): return members.lazy.compactMap(\.value.firstHidden).first
        case .null, .bool, .number, .string: return nil
        }
    }

    /// The paths and values of the parts that differ from another value, one line for each.
    fileprivate func differences(to new: JSON) -> (old: [String], new: [String]) {
        var lines: (old: [String], new: [String]) = ([], [])
        func line(_ path: [JSON], _ value: JSON?) -> [String] {
            let names = path.map { $0.text ?? "\($0)" }
            return value.map { ["\(names.isEmpty ? "the state" : names.joined(separator: ".")): \($0)"] } ?? []
        }
        for change in JSONChange.changes(from: self, to: new).prefix(20) {
            switch change {
            case .set(let path, let value):
                lines.old += line(path, part(at: path.map { $0.text ?? "\($0)" }))
                lines.new += line(path, value)
            case .add(let path, let member, _): lines.new += line(path + [.string(member.name)], member.value)
            case .remove(let path): lines.old += line(path, part(at: path.map { $0.text ?? "\($0)" }))
            case .replace(let path, let range, let elements):
                let old = part(at: path.map { $0.text ?? "\($0)" })?.elements ?? []
                for index in range { lines.old += line(path + [.number("\(index)")], old[index]) }
                for (index, element) in elements.enumerated() {
                    lines.new += line(path + [.number("\(range.lowerBound + index)")], element)
                }
            }
        }
        return lines
    }
}
