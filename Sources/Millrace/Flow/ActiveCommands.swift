/// The commands that run while a state requests them. A reducer declares them in ``Reducer/activeCommands(for:_:)``.
///
/// ```swift
/// func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
///     if let room = state.room { commands.execute(Listen(to: room), as: Action.received, id: "room") }
/// }
/// ```
/// After each turn of the store the engine compares them with those of the turn before: a command with a new id starts, one
/// whose id is missing is cancelled, and one that differs is cancelled and started again. A command that ended by itself is not
/// started again while its id and the command stay the same. No receipt waits for active commands.
public struct ActiveCommands<R: Reducer>: ~Copyable {
    @usableFromInline let list: ActiveCommandList
    /// The lifts of the child that declares; `nil` for the store's own reducer.
    @usableFromInline let context: LiftContext?

    @usableFromInline
    package init(_ list: ActiveCommandList, in context: LiftContext? = nil) {
        (self.list, self.context) = (list, context)
    }

    /// Keeps `command` running, and sends its events as actions.
    ///
    /// - Parameters:
    ///   - command: the request.
    ///   - respond: makes the action of an event. Not compared. Defaults to `nil`: no action is sent.
    ///   - id: identifies the command from turn to turn. Of two commands with one id the first counts.
    ///   - retry: how often a failure is tried again. Defaults to `.never`.
    @inlinable
    public mutating func execute<C: Command & Equatable, ID: Hashable>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: ID, retry: Retry = .never
    ) {
        let isUnchanged = list.matches(ObjectIdentifier(ActiveCommandEntry<C, ID>.self), context) {
            let entry = unsafeDowncast($0, to: ActiveCommandEntry<C, ID>.self)
            return (haveSameBits(entry.command, command) || entry.command == command) && entry.typedID == id
        }
        if !isUnchanged { declare(command, respond, id, retry) }
    }

    /// Keeps `command` running, as above, where the command is not `Equatable` and is compared part by part.
    @inlinable
    public mutating func execute<C: Command, ID: Hashable>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: ID, retry: Retry = .never
    ) {
        let isUnchanged = list.matches(ObjectIdentifier(ActiveCommandEntry<C, ID>.self), context) {
            let entry = unsafeDowncast($0, to: ActiveCommandEntry<C, ID>.self)
            return (haveSameBits(entry.command, command) || areSame(entry.command, command)) && entry.typedID == id
        }
        if !isUnchanged { declare(command, respond, id, retry) }
    }

    @usableFromInline
    func declare<C: Command, ID: Hashable>(_ command: C, _ respond: ((Event<C>) -> R.Action)?, _ id: ID, _ retry: Retry)
    {
        let options = retry == .never ? nil : CommandOptions(C.self, nil, .concurrent, retry, nil, nil)
        list.append(
            ActiveCommandEntry(command, id, CommandRequestNode<C, R.Action>(command, respond, options), context))
    }

    /// Adds the commands that the state of a child requests.
    ///
    /// - Parameters:
    ///   - child: the child's reducer.
    ///   - state: its state.
    ///   - action: makes the parent's action of the child's.
    ///   - path: where the child is in the state of the parent, which keeps its ids apart from those of its siblings.
    public mutating func add<Child: Reducer>(
        _ child: Child, _ state: Child.State, as action: @escaping (Child.Action) -> R.Action,
        at path: KeyPath<R.State, Child.State>
    ) {
        add(child, state, action, .always(path))
    }

    /// Adds the commands that the state of a child requests; none if the child is not there.
    public mutating func add<Child: Reducer>(
        _ child: Child, _ state: Child.State?, as action: @escaping (Child.Action) -> R.Action,
        at path: KeyPath<R.State, Child.State?>
    ) {
        if let state { add(child, state, action, .sometimes(path)) }
    }

    private func add<Child: Reducer>(
        _ child: Child, _ state: Child.State, _ action: @escaping (Child.Action) -> R.Action, _ path: ChildPath
    ) {
        let lift = ActionLift<Child, R>(.none, action, nil, nil, path)
        var commands = ActiveCommands<Child>(list, in: LiftContext(lift, in: context))
        child.activeCommands(for: state, &commands)
    }
}

/// What a store requested last, compared with what it requests now while that is declared. What has not changed makes no
/// object.
///
/// Unchecked accesses, because a check costs more than the access. Safe: only the engine's actor touches it, between turns.
@usableFromInline
package final class ActiveCommandList {
    /// What was requested last.
    @exclusivity(unchecked) package private(set) var entries: ContiguousArray<ActiveEntry> = [] {
        didSet {
            compared.removeAll()
            for entry in entries { compared.append(.passUnretained(entry)) }
        }
    }
    /// The same, to be compared without retaining each.
    @exclusivity(unchecked) private var compared = Pool<Unmanaged<ActiveEntry>>()
    /// What is requested now, from the first difference on.
    @exclusivity(unchecked) private var declared: ContiguousArray<ActiveEntry>?
    /// How many entries are the same as they were.
    @exclusivity(unchecked) private var sameCount = 0
    /// Whether the reducer declares active commands at all.
    @exclusivity(unchecked) package internal(set) var isDeclared = true

    package init() {}

    /// Whether the next entry is the same as it was.
    @usableFromInline
    func matches(_ type: ObjectIdentifier, _ context: LiftContext?, _ isSame: (ActiveEntry) -> Bool) -> Bool {
        if sameCount >= compared.count || declared != nil { return false }
        let isEqual = compared[sameCount]._withUnsafeGuaranteedRef { entry in
            entry.type == type && entry.isOf(context) && isSame(entry)
        }
        if isEqual { sameCount &+= 1 }
        return isEqual
    }

    @usableFromInline
    func append(_ entry: ActiveEntry) {
        if declared == nil { declared = ContiguousArray(entries.prefix(sameCount)) }
        declared?.append(entry)
    }

    /// Removes all entries, so that the next declaration counts as changed.
    package func clear() { entries = [] }

    /// Takes what was declared.
    ///
    /// - Returns: whether it differs from what was requested before.
    package func update() -> Bool {
        defer { (declared, sameCount) = (nil, 0) }
        if declared == nil, sameCount == entries.count { return false }
        entries = declared ?? ContiguousArray(entries.prefix(sameCount))
        return true
    }
}

/// A command that a state requests.
@usableFromInline
package class ActiveEntry {
    package final let node: CommandNode
    package final let context: LiftContext?
    package final let key: EffectKey
    /// Its own type, which says those of the command and the id.
    final let type: ObjectIdentifier

    init(_ node: CommandNode, _ id: AnyHashable, _ context: LiftContext?, _ type: ObjectIdentifier) {
        (self.node, self.context, self.type) = (node, context, type)
        key = EffectKey(id, in: context)
    }

    /// Whether it belongs to this child.
    final func isOf(_ other: LiftContext?) -> Bool {
        if context == nil, other == nil { return true }
        return context != nil && other != nil && key.path == other?.path
    }
}

@usableFromInline
final class ActiveCommandEntry<C: Command, ID: Hashable>: ActiveEntry {
    @usableFromInline let command: C
    @usableFromInline let typedID: ID

    init(_ command: C, _ id: ID, _ node: CommandNode, _ context: LiftContext?) {
        (self.command, typedID) = (command, id)
        super.init(node, id, context, ObjectIdentifier(ActiveCommandEntry.self))
    }
}
