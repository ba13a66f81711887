import MillraceModules
import MillraceHistory
import Millrace

/// Something that happened and that the test has not spoken of.
struct LoggedValue<Value> {
    let value: Value
    /// The record of the message that it is of.
    let record: Record.ID
    /// The line of the test that caused it.
    let place: Place
}

/// An action that the store reduced.
struct Step<R: Reducer> {
    let action: R.Action
    let before: R.State
    let after: R.State
    /// What it was reduced from: an action, or an event or a fact that became one.
    let kind: Message.Kind
    /// Whether nobody but the test asked for it.
    let isFromOutside: Bool
}

/// Something that the store told another module.
struct PortInput {
    let input: Any
    let port: String
    let module: any Module.Type

    init(_ input: Any, _ port: PortName) { (self.input, self.port, module) = (input, port.name, port.module) }

    /// As a line of a test says it.
    var line: String { "\(shortDescription(of: input)), to: \"\(port)\"" }

    func isSame(as other: PortInput) -> Bool {
        port == other.port && module == other.module && areSame(input, other.input)
    }
}

/// What happened on the engine of a test store, as far as the test has not spoken of it.
final class Log<R: Reducer> {
    let history: History
    let store: StoreID
    var steps = Queue<LoggedValue<Step<R>>>()
    var outputs = Queue<LoggedValue<R.Output>>()
    var transitions = Queue<LoggedValue<R.Transition>>()
    var inputs = Queue<LoggedValue<PortInput>>()
    var facts = Queue<LoggedValue<any Fact>>()
    var faults = Queue<LoggedValue<Fault>>()
    /// The commands that were asked for.
    private var asked: [LoggedValue<any Command>] = []
    /// Those of each type, without the first of which the test has spoken.
    private var askedOfType: [ObjectIdentifier: Queue<LoggedValue<any Command>>] = [:]
    private var spokenOf: Set<Record.ID> = []
    /// What was told since the last time, by its turn: a record does not know the port.
    private var told: [Record.ID: PortInput] = [:]
    /// The line of the test that is at work.
    var current: Place?
    private var places: [Record.ID: Place] = [:]
    private var lastRead: Record.ID = 0
    /// Where the test store was made.
    private let origin: Place

    init(_ history: History, of store: StoreID, from origin: Place) {
        (self.history, self.store, self.origin, current) = (history, store, origin, origin)
    }

    /// Takes in what happened since the last time.
    func read(for store: Store<R>) {
        for record in history.records(after: lastRead) {
            lastRead = record.id
            let place = current ?? places[record.cause] ?? origin
            places[record.id] = place
            for reduction in record.reductions(by: store) {
                let step = Step<R>(
                    action: reduction.action, before: reduction.before, after: reduction.after, kind: record.kind,
                    isFromOutside: record.cause == 0)
                steps.append(LoggedValue(value: step, record: record.id, place: place))
            }
            note(record, at: place)
        }
    }

    private func note(_ record: Record, at place: Place) {
        if let command = record.payload as? any Command {
            let happening = LoggedValue(value: command, record: record.id, place: place)
            asked.append(happening)
            askedOfType[ObjectIdentifier(type(of: command)), default: Queue()].append(happening)
        } else if case .done = record.outcome {
            noteInput(record, at: place)
        }
    }

    private func noteInput(_ record: Record, at place: Place) {
        // A fact from outside was posted by the test itself, or by whom it has called.
        if record.kind == .fact, record.cause != 0, let fact = record.payload as? any Fact {
            facts.append(LoggedValue(value: fact, record: record.id, place: place))
        } else if let input = told.removeValue(forKey: record.id) {
            inputs.append(LoggedValue(value: input, record: record.id, place: place))
        } else if record.store == store {
            if record.kind == .output, let output = record.payload as? R.Output {
                outputs.append(LoggedValue(value: output, record: record.id, place: place))
            } else if record.kind == .transition, let transition = record.payload as? R.Transition {
                transitions.append(LoggedValue(value: transition, record: record.id, place: place))
            }
        }
    }

    /// Notes what the store tells another module, in its turn.
    func note(_ input: Any, to port: PortName) { told[history.position] = PortInput(input, port) }

    /// Notes what is wrong in the wiring.
    func note(_ fault: Fault) {
        faults.append(LoggedValue(value: fault, record: history.position, place: current ?? origin))
    }

    // MARK: Commands

    /// The commands of one type that the test has not spoken of, the oldest first.
    func unspoken<C: Command>(_ type: C.Type) -> [C] { ofType(type).filter(isUnspoken).compactMap { $0.value as? C } }

    /// The oldest command that is the same as `command` and that the test has not spoken of; it has now.
    func speak<C: Command>(of command: C) -> Bool {
        let key = ObjectIdentifier(C.self)
        while let first = askedOfType[key]?.first, !isUnspoken(first) { _ = askedOfType[key]?.popFirst() }
        let meant = ofType(C.self).first { happening in
            guard isUnspoken(happening), let other = happening.value as? C else { return false }
            return areSame(command, other)
        }
        if let meant { spokenOf.insert(meant.record) }
        return meant != nil
    }

    private func ofType<C: Command>(_ type: C.Type) -> ArraySlice<LoggedValue<any Command>> {
        askedOfType[ObjectIdentifier(type)]?.rest ?? []
    }

    private func isUnspoken(_ happening: LoggedValue<any Command>) -> Bool { !spokenOf.contains(happening.record) }

    func speak(of record: Record.ID) { spokenOf.insert(record) }

    /// The commands that have not ended.
    var running: [LoggedValue<any Command>] {
        asked.filter { happening in
            if case .pending? = history[happening.record]?.outcome { true } else { false }
        }
    }

    /// Where the test caused the message with this record.
    func place(of record: Record.ID) -> Place { places[record] ?? origin }

    // MARK: Causes

    /// What led to a message, one line for each, that from outside first; empty where nothing did.
    func origin(of record: Record.ID) -> [String] {
        var last: String?
        return chain(history.chain(to: record)) { record in
            let place = place(of: record.id).description
            defer { last = place }
            return "\(record.kind) \(shortDescription(of: record.payload))" + (place == last ? "" : " (\(place))")
        }
    }
}
