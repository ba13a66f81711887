import Millrace

/// The line of a turn, without its number and its changes.
struct TurnLine {
    /// The properties that two turns of a timer have in common.
    struct Key: Hashable {
        let cause: UInt64
        let store: UInt64?
        let type: ObjectIdentifier?
        let name: String?
        let payload: JSON
    }

    let id: UInt64
    let members: [JSON.Member]
    /// `nil` for a message that is not folded when it repeats.
    let key: Key?

    func json(_ changes: JSON?) -> JSON {
        var members = [JSON.Member(name: "turn", value: .number(id))] + members
        if let changes { members.append(.init(name: "reductions", value: changes)) }
        return .object(members)
    }
}

/// The stores of a recording, with the states that were written.
struct WrittenStores {
    private struct Store {
        let type: String
        /// The state; `nil` if it cannot be encoded.
        var state: ValuePart?
        /// The state as it is written.
        var written: JSON?
        var stateType: Any.Type
        let place: StorePlace?
    }

    private let tokens: Tokens?
    private let encoder = ValueEncoder()
    private var stores: [UInt64: Store] = [:]
    private var names: [ObjectIdentifier: String] = [:]

    init(tokens: Tokens?) { self.tokens = tokens }

    /// The lines that describe all stores with their states.
    var all: [JSON] { stores.keys.sorted().compactMap { line(of: $0) } }

    private func line(of number: UInt64) -> JSON? {
        guard let store = stores[number] else { return nil }
        return .of([
            "store": .number(number), "type": .string(store.type), "scene": store.place?.json,
            "state": store.written ?? .hidden(store.stateType, "is not Codable"),
        ])
    }

    /// Adds a store.
    ///
    /// - Returns: Its line.
    mutating func add(_ store: CollectedStore) -> JSON {
        let value = store.state.any
        let part = (value as? any Encodable).map { encoder.part($0, after: nil) }
        stores[store.number] = Store(
            type: typeName(store.reducer), state: part, written: part.map { replaced($0.json, .state) },
            stateType: type(of: value), place: store.place)
        return line(of: store.number) ?? .null
    }

    /// Forgets all stores but these.
    ///
    /// - Returns: The numbers of those that were forgotten.
    mutating func keep(_ numbers: Set<UInt64>) -> [UInt64] {
        let closed = stores.keys.filter { !numbers.contains($0) }
        for number in closed { stores[number] = nil }
        return closed
    }

    /// Forgets a store.
    ///
    /// - Returns: Its number, if it was known.
    mutating func remove(_ number: UInt64) -> [UInt64] { stores.removeValue(forKey: number) == nil ? [] : [number] }

    /// Returns the changes that a turn made, one for each store that reduced its message; `nil` if none did.
    mutating func changes(of turn: CollectedTurn) -> JSON? {
        if turn.reductions.isEmpty { return nil }
        return .array(turn.reductions.map { change($0) })
    }

    private mutating func change(_ reduction: CollectedReduction) -> JSON {
        let action = reduction.action.map { replaced(part($0.any).json, .action) }
        guard let store = stores[reduction.store], let old = store.state, let oldJSON = store.written,
            let value = reduction.after?.any as? any Encodable
        else {
            return .of([
                "store": .number(reduction.store), "action": action,
                "leftOut": reduction.after == nil ? .bool(true) : nil,
            ])
        }
        let new = encoder.part(value, after: old.node)
        let written = replaced(new.json, .state)
        stores[reduction.store]?.state = new
        stores[reduction.store]?.written = written
        let changes = JSONChange.changes(from: oldJSON, to: written)
        return .of([
            "store": .number(reduction.store), "action": action,
            "changes": changes.isEmpty ? nil : .array(changes.map(\.json)),
        ])
    }

    // MARK: Messages

    /// Returns the line of a turn, without its changes.
    mutating func line(of turn: CollectedTurn) -> TurnLine {
        let payload = turn.payload.map(\.any)
        let json = payload.map { payloadJSON($0, turn.kind == .command ? .command : .action) }
        let type = turn.payload.map { name(of: $0.type, payload ?? ()) }
        let caseName = payload.flatMap { knownCaseName(of: $0) }
        let members: KeyValuePairs<String, JSON?> = [
            "message": turn.message == turn.id ? nil : .number(turn.message),
            "cause": turn.cause == 0 ? nil : .number(turn.cause),
            "kind": .string(Millrace.caseName(of: turn.kind)),
            "type": type.map(JSON.string),
            "case": caseName.map(JSON.string),
            "store": turn.store.map { .number($0) },
            "time": .seconds(turn.time),
            "took": .seconds(turn.took),
            "outcome": turn.outcome.map { .string(Millrace.caseName(of: $0)) },
            "error": turn.outcome.flatMap { error($0) },
            "payload": json,
        ]
        let all: [JSON.Member] = members.compactMap { name, value in value.map { .init(name: name, value: $0) } }
        let isDone = if case .done? = turn.outcome { true } else { false }
        let isRepeatable =
            isDone && (turn.kind == .action || turn.kind == .event) && turn.cause != 0 && turn.message == turn.id
        let key =
            isRepeatable
            ? TurnLine.Key(
                cause: turn.cause, store: turn.store, type: turn.payload?.type, name: caseName, payload: json ?? .null)
            : nil
        return TurnLine(id: turn.id, members: all, key: key)
    }

    /// The error of an outcome, as text.
    func error(_ outcome: Message.Outcome) -> JSON? {
        guard case .failed(let error) = outcome else { return nil }
        // A text may contain what the tokens of other fields replace.
        return .string(tokens == nil ? ErrorText.text(of: error) : typeName(type(of: error)))
    }

    private mutating func name(of type: ObjectIdentifier, _ value: Any) -> String {
        if let name = names[type] { return name }
        let name = typeName(Swift.type(of: value))
        names[type] = name
        return name
    }

    /// Returns the JSON of a payload. The actions of the same turn that contain it reuse it.
    private func payloadJSON(_ payload: Any, _ root: Values.Root) -> JSON {
        encoder.payload = nil
        let part = part(payload)
        encoder.payload = part.node
        return replaced(part.json, root)
    }

    private func part(_ value: Any) -> ValuePart {
        guard let value = value as? any Encodable else {
            return ValuePart(.hidden(type(of: value), "is not Codable"))
        }
        return encoder.part(value, after: nil)
    }

    /// Returns the JSON with tokens.
    private func replaced(_ json: JSON, _ root: Values.Root) -> JSON {
        guard let tokens else { return json }
        do throws(Tokens.NotText) { return try tokens.applied(to: json, at: root.rawValue) } catch {
            return .of([JSON.hiddenName: .string(error.field), "why": .string("is a listed field, but no text")])
        }
    }
}
