import Millrace
import MillraceHistory

/// The state and the active commands that a reader of the written lines has.
struct WrittenState<R: Reducer> where R.State: Codable, R.Action: Codable {
    private let values: Values
    /// The reducer that declares active commands.
    private let reducer: R?
    /// The state; `nil` if only a reader knows it, after a rewind.
    private var typed: R.State?
    private(set) var recorded = RecordedState(nil)
    private var active: [JSON] = []

    init(_ values: Values, _ reducer: R?) { (self.values, self.reducer) = (values, reducer) }

    /// The active commands; `nil` if there are none.
    var activeIfAny: JSON? { active.isEmpty ? nil : .array(active) }

    mutating func begin(_ first: R.State) throws(RecordingError) {
        do {
            recorded = RecordedState(try values.readableJSON(first, .state))
            active = try commands(for: first)
        } catch { throw .of(error, turn: 0, "The state") }
        typed = first
    }

    /// Changes the state. Returns the change to write; `nil` if nothing would be lost without it: the encoded state is the same, or
    /// the contents are.
    mutating func change(to new: R.State) throws -> JSON? {
        // Most turns begin with the state in which the last one ended. `==` would not suffice: it may compare less than is encoded.
        if let typed, haveSameBits(typed, new) { return nil }
        let json = try values.readableJSON(new, .state)
        defer { typed = new }
        // The elements of a set may be encoded in another order.
        if json != recorded.json, let typed, haveSameContents(typed, new) { return nil }
        return recorded.change(to: json)?.json
    }

    /// Changes the active commands to those of the current state. Returns them; `nil` if they did not change.
    mutating func changeActive() throws -> JSON? {
        guard let typed else { return nil }
        let new = try commands(for: typed)
        if new == active { return nil }
        active = new
        return .array(new)
    }

    private func commands(for state: R.State) throws -> [JSON] {
        try reducer.map { try values.json(activeCommandsOf: $0, for: state) } ?? []
    }

    /// After a rewind, the next change is a whole state.
    mutating func forget() { (typed, recorded, active) = (nil, RecordedState(nil), []) }

    /// After a checkpoint, a reader has no states from before.
    mutating func forgetKept() { recorded = RecordedState(recorded.json) }

    // MARK: Parts of a line

    func json(_ action: R.Action) throws -> JSON { try values.readableJSON(action, .action) }

    func json(_ flow: Flow<R>, after state: R.State) throws -> JSON { try values.json(flow, in: state) }

    /// Returns the value of a command, as `{"value":…}`; an empty object if it is not `Encodable`.
    func json(command: Any) throws -> JSON {
        .of(["value": try (command as? any Encodable).map { try values.json($0, .command) }])
    }

    /// Returns the place of an event in the JSON of its action, as an array of names, or the event itself. `nil` if it cannot
    /// be encoded or, with tokens, is not part of the action.
    func json(event: Any, in action: JSON) -> JSON? {
        guard let event = event as? any Encodable, let json = try? values.json(event, .action) else { return nil }
        if let path = action.path(to: json) { return .array(path.map(JSON.string)) }
        return values.hasTokens ? nil : json
    }
}

extension JSON {
    /// Returns the names that lead to a value within objects; `nil` if there is no such value.
    fileprivate func path(to value: JSON) -> [String]? {
        if self == value { return [] }
        guard case .object(let members) = self else { return nil }
        for member in members {
            if let path = member.value.path(to: value) { return [member.name] + path }
        }
        return nil
    }
}
