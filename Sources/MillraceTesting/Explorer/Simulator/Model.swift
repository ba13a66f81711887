import MillraceDurable
import MillraceHistory
public import Millrace

/// The declarations of an ``Explorer``: everything that can happen to a feature from outside.
@usableFromInline struct Model<R: Reducer> {
    @usableFromInline let reducer: R
    let first: R.State
    /// The actions that are userActions at the start, and again after each restart.
    var launch: [R.Action] = []
    /// The start flow of a module, which is performed before that. `nil` for other features.
    var start: ((R.State) -> Flow<R>)?
    /// The actions that a user may send in a state.
    @usableFromInline var userActions: @Sendable (R.State) -> [R.Action] = { _ in [] }
    /// The actions for the inputs that other modules may send in a state. `nil` if none were declared.
    @usableFromInline var inputActions: ((R.State) -> [R.Action])?
    /// The state after a restart. `nil` if none was declared.
    var restarted: (@Sendable (R.State) -> R.State?)?
    /// The possible outcomes, by the type of command.
    private var outcomes: [ObjectIdentifier: (CommandRequest<R>, OutcomeContext<R>) -> [TypedOutcome<R>]] = [:]
    /// The kinds of the possible outcomes, by the type of command.
    private var verbs: [ObjectIdentifier: (any Command, OutcomeContext<R>) -> [OutcomeKind]] = [:]
    /// The types of commands whose outcomes depend on the system state.
    private var dependent: Set<ObjectIdentifier> = []
    /// The type of commands on whose earlier requests the outcomes depend, by the type of command.
    private var earlierTypes: [ObjectIdentifier: ObjectIdentifier] = [:]
    /// The types of commands on whose earlier requests outcomes depend.
    var remembered: Set<ObjectIdentifier> { Set(earlierTypes.values) }
    /// The names of the types of commands with declared outcomes.
    private(set) var declaredNames: [ObjectIdentifier: String] = [:]
    #if SQLite || App
        /// Functions that register a handler on a real engine, by the type of command.
        private(set) var hosts: [ObjectIdentifier: (Engine, @escaping (HostedCall<R>) -> Void) -> Void] = [:]
        /// The types of commands that can be stored.
        private(set) var durableTypes: [any DurableCommand.Type] = []
    #endif
    private var eventListeners: [ObjectIdentifier: [(Any) -> R.Action?]] = [:]
    private var factListeners: [ObjectIdentifier: [(any Fact) -> R.Action?]] = [:]
    /// Registers the same listeners on a store.
    private(set) var wiring: [(Store<R>) -> Void] = []

    /// Whether the reducer declares active commands.
    let hasActiveCommands: Bool
    /// Compares the actions at two addresses.
    let areSameActions = comparing(R.Action.self)

    init(_ state: R.State, _ reducer: R) {
        (first, self.reducer) = (state, reducer)
        hasActiveCommands = reducer.declaresActiveCommands(for: state)
    }

    // MARK: Declarations

    mutating func declare<C: Command>(
        _ type: C.Type, isDependent: Bool, after earlier: (any Command.Type)? = nil, isNamed: Bool = true,
        _ outcomes: @escaping @Sendable (C, OutcomeContext<R>) -> [Outcome<C>]
    ) {
        if isDependent { dependent.insert(ObjectIdentifier(type)) }
        earlierTypes[ObjectIdentifier(type)] = earlier.map { ObjectIdentifier($0) }
        if isNamed {
            declaredNames[ObjectIdentifier(type)] = typeName(type)
            #if SQLite || App
                hosts[ObjectIdentifier(type)] = Self.host(type, outcomes)
                if let durable = type as? any DurableCommand.Type { durableTypes.append(durable) }
            #endif
        }
        verbs[ObjectIdentifier(type)] = { command, context in
            (command as? C).map { outcomes($0, context).map(\.verb) } ?? []
        }
        self.outcomes[ObjectIdentifier(type)] = { request, context in
            guard let command = request.command as? C else { return [] }
            return outcomes(command, context).map { TypedOutcome($0, of: command, request) }
        }
    }

    mutating func listen<C: Command>(to type: C.Type, _ respond: @escaping @Sendable (Event<C>) -> R.Action) {
        eventListeners[ObjectIdentifier(type), default: []].append { ($0 as? Event<C>).map(respond) }
        wiring.append { $0.listen(to: type, as: respond) }
    }

    mutating func listen<F: Fact>(to type: F.Type, _ respond: @escaping @Sendable (F) -> R.Action) {
        factListeners[ObjectIdentifier(type), default: []].append { ($0 as? F).map(respond) }
        wiring.append { $0.listen(to: type, as: respond) }
    }

    // MARK: Queries

    /// The actions that a user or another module may send in a state.
    @inlinable var offered: (R.State) -> [R.Action] {
        guard let inputActions else { return userActions }
        return { [userActions] in userActions($0) + inputActions($0) }
    }

    /// The actions of the listeners for `fact`.
    func actions(for fact: any Fact) -> [R.Action] {
        factListeners[ObjectIdentifier(type(of: fact))]?.compactMap { $0(fact) } ?? []
    }

    func prepare(_ request: CommandRequest<R>, in context: OutcomeContext<R>) -> RequestedCommand<R> {
        prepare(request.command, request, context)
    }

    /// The possible outcomes of a command in `context`.
    func outcomes(of asked: RequestedCommand<R>, in context: OutcomeContext<R>) -> [TypedOutcome<R>] {
        asked.isDependent ? prepare(asked.request, in: context).outcomes : asked.outcomes
    }

    /// Whether `command` has a possible outcome in `context`. If `ending` is `true`, only outcomes that end it count.
    func mayBeAnswered(_ command: any Command, in context: OutcomeContext<R>, ending: Bool = false) -> Bool {
        verbs[ObjectIdentifier(type(of: command))]?(command, context).contains { !ending || $0.isLast } ?? false
    }

    private func prepare<C: Command>(
        _ command: C, _ request: CommandRequest<R>, _ context: OutcomeContext<R>
    ) -> RequestedCommand<R> {
        let declared = outcomes[ObjectIdentifier(C.self)]
        let listeners = eventListeners[ObjectIdentifier(C.self)] ?? []
        let outcomes = declared?(request, context).map { $0.addingActions(of: listeners) } ?? []
        let timeout = request.timeout.flatMap { timeout -> (Int64, TypedOutcome<R>)? in
            guard let failure = timeout.failure as? C.Failure else { return nil }
            let outcome = TypedOutcome(Outcome<C>.fail(failure), of: command, request)
            return (nanoseconds(timeout.duration), outcome.addingActions(of: listeners))
        }
        let responses = (outcomes + (timeout.map { [$0.1] } ?? [])).compactMap(\.response)
        let known = KnownRequest(command, request.hasResponse, responses, request.context)
        return RequestedCommand(
            request: request, known: known, outcomes: outcomes,
            timeout: timeout, cancelled: request.cancelled,
            isDeclared: declared != nil, isDependent: dependent.contains(ObjectIdentifier(C.self)),
            isRemembered: remembered.contains(ObjectIdentifier(C.self)))
    }
}

/// The values on which the outcomes of a command can depend.
struct OutcomeContext<R: Reducer> {
    let state: R.State
    /// The commands that were requested before, of the types on which outcomes depend.
    let earlier: [any Command]
}

extension TypedOutcome {
    fileprivate init<C: Command>(
        _ outcome: Outcome<C>, of command: C, _ request: CommandRequest<R>
    ) {
        let event = outcome.event
        let own = event.flatMap { request.action(for: $0) }
        verb = outcome.verb
        label = outcome.label
        actions = own.map { [$0] } ?? []
        self.event = event
        value = outcome.value
        response = event.map { KnownRequest.Response(event: Box($0), action: own.map { Box($0) }) }
        perform = { store, index in store.answer(C.self, at: index, with: outcome) }
    }

    fileprivate func addingActions(of listeners: [(Any) -> R.Action?]) -> TypedOutcome {
        guard let event, !listeners.isEmpty else { return self }
        var outcome = self
        outcome.actions += listeners.compactMap { $0(event) }
        return outcome
    }
}
