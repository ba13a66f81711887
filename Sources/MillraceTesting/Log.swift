import MillraceModules
import MillraceHistory
import Millrace

/// A logged value that the test has not asserted yet.
struct LoggedValue<Value> {
    let value: Value
    /// The record of the message that caused the value.
    let record: Record.ID
    /// The line of the test that caused the value.
    let place: Place
}

/// An action that the store reduced.
struct Step<R: Reducer> {
    let action: R.Action
    let before: R.State
    let after: R.State
    /// The kind of the message that the store reduced: an action, or an event or a fact that it mapped to an action.
    let kind: Message.Kind
    /// Whether the message has no cause in the engine: the test sent it.
    let isFromOutside: Bool
}

/// A value that the store sent to another module.
struct PortInput {
    let input: Any
    let port: String
    let module: any Module.Type

    init(_ input: Any, _ port: PortName) { (self.input, self.port, module) = (input, port.name, port.module) }

    /// The arguments of the call that asserts this value.
    var line: String { "\(shortDescription(of: input)), to: \"\(port)\"" }

    func isSame(as other: PortInput) -> Bool {
        port == other.port && module == other.module && areSame(input, other.input)
    }
}

/// The log of a test store's engine: everything that the test has not asserted yet.
final class Log<R: Reducer> {
    let history: History
    let store: StoreID
    var steps = Queue<LoggedValue<Step<R>>>()
    var outputs = Queue<LoggedValue<R.Output>>()
    var transitions = Queue<LoggedValue<R.Transition>>()
    var inputs = Queue<LoggedValue<PortInput>>()
    var facts = Queue<LoggedValue<any Fact>>()
    var faults = Queue<LoggedValue<Fault>>()
    /// The requested commands, oldest first.
    private var requested: [LoggedValue<any Command>] = []
    /// The requested commands by type. Asserted commands at the front have been removed.
    private var requestedByType: [ObjectIdentifier: Queue<LoggedValue<any Command>>] = [:]
    private var asserted: Set<Record.ID> = []
    /// The values sent to other modules since the last read, by the record of their turn. A record does not contain the
    /// port.
    private var portInputs: [Record.ID: PortInput] = [:]
    /// The line of the test that is running.
    var current: Place?
    private var places: [Record.ID: Place] = [:]
    private var lastRead: Record.ID = 0
    /// The line that created the test store.
    private let origin: Place

    init(_ history: History, of store: StoreID, from origin: Place) {
        (self.history, self.store, self.origin, current) = (history, store, origin, origin)
    }

    /// Logs the records that were added since the last call.
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
            let logged = LoggedValue(value: command, record: record.id, place: place)
            requested.append(logged)
            requestedByType[ObjectIdentifier(type(of: command)), default: Queue()].append(logged)
        } else if case .done = record.outcome {
            noteInput(record, at: place)
        }
    }

    private func noteInput(_ record: Record, at place: Place) {
        // A fact without a cause was posted by the test, or by code that the test called.
        if record.kind == .fact, record.cause != 0, let fact = record.payload as? any Fact {
            facts.append(LoggedValue(value: fact, record: record.id, place: place))
        } else if let input = portInputs.removeValue(forKey: record.id) {
            inputs.append(LoggedValue(value: input, record: record.id, place: place))
        } else if record.store == store {
            if record.kind == .output, let output = record.payload as? R.Output {
                outputs.append(LoggedValue(value: output, record: record.id, place: place))
            } else if record.kind == .transition, let transition = record.payload as? R.Transition {
                transitions.append(LoggedValue(value: transition, record: record.id, place: place))
            }
        }
    }

    /// Logs a value that the store sends to another module, in the turn in which the store sends it.
    func note(_ input: Any, to port: PortName) { portInputs[history.position] = PortInput(input, port) }

    /// Logs a fault.
    func note(_ fault: Fault) {
        faults.append(LoggedValue(value: fault, record: history.position, place: current ?? origin))
    }

    // MARK: Commands

    /// The commands of a type that the test has not asserted, oldest first.
    func unasserted<C: Command>(_ type: C.Type) -> [C] {
        ofType(type).filter(isUnasserted).compactMap { $0.value as? C }
    }

    /// All requested commands of a type with their turns, oldest first.
    func commands<C: Command>(of type: C.Type) -> [(turn: Record.ID, command: C)] {
        requested.compactMap { logged in (logged.value as? C).map { (logged.record, $0) } }
    }

    /// Marks the oldest unasserted command that equals `command` as asserted.
    ///
    /// - Returns: Whether there is such a command.
    func markAsserted<C: Command>(_ command: C) -> Bool {
        let key = ObjectIdentifier(C.self)
        while let first = requestedByType[key]?.first, !isUnasserted(first) { _ = requestedByType[key]?.popFirst() }
        let match = ofType(C.self).first { logged in
            guard isUnasserted(logged), let other = logged.value as? C else { return false }
            return areSame(command, other)
        }
        if let match { asserted.insert(match.record) }
        return match != nil
    }

    private func ofType<C: Command>(_ type: C.Type) -> ArraySlice<LoggedValue<any Command>> {
        requestedByType[ObjectIdentifier(type)]?.rest ?? []
    }

    private func isUnasserted(_ logged: LoggedValue<any Command>) -> Bool { !asserted.contains(logged.record) }

    func markAsserted(_ record: Record.ID) { asserted.insert(record) }

    /// The commands that have not ended.
    var running: [LoggedValue<any Command>] {
        requested.filter { logged in
            if case .pending? = history[logged.record]?.outcome { true } else { false }
        }
    }

    /// The line of the test that caused the message with this record.
    func place(of record: Record.ID) -> Place { places[record] ?? origin }

    // MARK: Causes

    /// The causes of a message, one line each, beginning with the message from outside. Empty if the message has no
    /// cause.
    func origin(of record: Record.ID) -> [String] {
        var last: String?
        return chain(history.chain(to: record)) { record in
            let place = place(of: record.id).description
            defer { last = place }
            return "\(record.kind) \(shortDescription(of: record.payload))" + (place == last ? "" : " (\(place))")
        }
    }
}
