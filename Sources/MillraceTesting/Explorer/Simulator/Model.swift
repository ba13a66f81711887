import MillraceInspection
public import Millrace

/// What may happen to a feature besides what it does itself: what an ``Explorer`` was told.
@usableFromInline struct Model<R: Reducer> {
    @usableFromInline let reducer: R
    let first: R.State
    /// What is sent at the start, and again after each restart.
    var launch: [R.Action] = []
    /// What a module starts before that, if it does.
    var start: ((R.State) -> Flow<R>)?
    /// What a user may send.
    @usableFromInline var sent: @Sendable (R.State) -> [R.Action] = { _ in [] }
    /// What is reduced of what others may tell it, if they may tell it something.
    @usableFromInline var told: ((R.State) -> [R.Action])?
    /// What the state is after a restart, if there may be one.
    var restarted: (@Sendable (R.State) -> R.State?)?
    /// What may become of the commands of each type.
    private var outcomes: [ObjectIdentifier: (CommandRequest<R>, R.State) -> [Prepared<R>]] = [:]
    /// Of what kinds that is.
    private var verbs: [ObjectIdentifier: (any Command, R.State) -> [Verb]] = [:]
    /// The types of those whose outcomes depend on the state.
    private var dependent: Set<ObjectIdentifier> = []
    /// The types of commands of which something was told.
    private(set) var declaredNames: [ObjectIdentifier: String] = [:]
    private var eventListeners: [ObjectIdentifier: [(Any) -> R.Action?]] = [:]
    private var factListeners: [ObjectIdentifier: [(any Fact) -> R.Action?]] = [:]
    /// Has a store listen to the same.
    private(set) var wiring: [(Store<R>) -> Void] = []

    /// Whether the reducer declares active commands.
    let hasActiveCommands: Bool
    /// Whether two actions are the same, by their addresses.
    let areSameActions = comparing(R.Action.self)

    init(_ state: R.State, _ reducer: R) {
        (first, self.reducer) = (state, reducer)
        hasActiveCommands = reducer.declaresActiveCommands(for: state)
    }

    // MARK: What is told

    mutating func declare<C: Command>(
        _ type: C.Type, isDependent: Bool, _ outcomes: @escaping @Sendable (C, R.State) -> [Outcome<C>]
    ) {
        if isDependent { dependent.insert(ObjectIdentifier(type)) }
        declaredNames[ObjectIdentifier(type)] = typeName(type)
        verbs[ObjectIdentifier(type)] = { command, state in
            (command as? C).map { outcomes($0, state).map(\.verb) } ?? []
        }
        self.outcomes[ObjectIdentifier(type)] = { request, state in
            guard let command = request.command as? C else { return [] }
            return outcomes(command, state).map { Prepared($0, of: command, request) }
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

    // MARK: What is asked

    /// The actions that may come from outside.
    @inlinable var offered: (R.State) -> [R.Action] {
        guard let told else { return sent }
        return { [sent] in sent($0) + told($0) }
    }

    /// What is reduced when `fact` is posted.
    func actions(for fact: any Fact) -> [R.Action] {
        factListeners[ObjectIdentifier(type(of: fact))]?.compactMap { $0(fact) } ?? []
    }

    func prepare(_ request: CommandRequest<R>, in state: R.State) -> Asked<R> {
        prepare(request.command, request, state)
    }

    /// What may become of a command in `state`.
    func outcomes(of asked: Asked<R>, in state: R.State) -> [Prepared<R>] {
        asked.isDependent ? prepare(asked.request, in: state).outcomes : asked.outcomes
    }

    /// Whether something may become of `command` in `state`; something that ends it, if that is asked.
    func mayBeAnswered(_ command: any Command, in state: R.State, lastly: Bool = false) -> Bool {
        verbs[ObjectIdentifier(type(of: command))]?(command, state).contains { !lastly || $0.isLast } ?? false
    }

    private func prepare<C: Command>(_ command: C, _ request: CommandRequest<R>, _ state: R.State) -> Asked<R> {
        let declared = outcomes[ObjectIdentifier(C.self)]
        let listeners = eventListeners[ObjectIdentifier(C.self)] ?? []
        let outcomes = declared?(request, state).map { $0.heard(by: listeners) } ?? []
        let timeout = request.timeout.flatMap { timeout -> (Int64, Prepared<R>)? in
            guard let failure = timeout.failure as? C.Failure else { return nil }
            let outcome = Prepared(Outcome<C>.fail(failure), of: command, request)
            return (nanoseconds(timeout.duration), outcome.heard(by: listeners))
        }
        let responses = (outcomes + (timeout.map { [$0.1] } ?? [])).compactMap(\.response)
        return Asked(
            request: request, known: KnownRequest(command, request.hasResponse, responses), outcomes: outcomes,
            timeout: timeout, cancelled: request.cancelled,
            isDeclared: declared != nil, isDependent: dependent.contains(ObjectIdentifier(C.self)))
    }
}

extension Prepared {
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
        say = { store, index in store.say(outcome, to: C.self, at: index) }
    }

    fileprivate func heard(by listeners: [(Any) -> R.Action?]) -> Prepared {
        guard let event, !listeners.isEmpty else { return self }
        var heard = self
        heard.actions += listeners.compactMap { $0(event) }
        return heard
    }
}
