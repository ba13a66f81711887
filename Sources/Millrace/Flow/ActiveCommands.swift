/// The commands that a reducer keeps running while its state needs them.
///
/// A reducer declares them in ``Reducer/activeCommands(for:_:)``.
///
/// ```swift
/// func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
///     if let room = state.room { commands.execute(Listen(to: room), as: Action.received, id: "room") }
/// }
/// ```
///
/// After each turn of the store, the engine compares the declared commands with those of the previous turn:
///
/// - A command with a new id is started.
/// - A command whose id is no longer declared is cancelled.
/// - A command that differs from the previous command with the same id is started, and the previous command is cancelled. The
///   same applies if `retry` differs, or if only one of the two sends actions.
/// - A command that has ended by itself is not started again while all of these stay the same.
///
/// Commands are compared by `==`. A command that does not equal itself, because it contains NaN for example, is the same if its
/// bits or its members are.
///
/// No receipt waits for active commands.
public struct ActiveCommands<R: Reducer>: ~Copyable {
    @usableFromInline package let list: ActiveCommandList
    /// The mappings around the child that declares its commands; `nil` for the store's own reducer.
    @usableFromInline package let context: MapContext?

    @usableFromInline package init(_ list: ActiveCommandList, in context: MapContext? = nil) {
        (self.list, self.context) = (list, context)
    }

    /// Keeps `command` running, and sends its events as actions.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - respond: Returns the action for an event. Two functions are not compared. Defaults to `nil`: no action is sent.
    ///   - id: Identifies the command from turn to turn. If two commands have the same id, the second is ignored.
    ///   - retry: How often a failed command is retried. Defaults to `.never`.
    @inlinable
    public mutating func execute<C: Command & Equatable, ID: Hashable>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: ID, retry: Retry = .never
    ) {
        let isUnchanged = list.matches(ActiveCommandEntry<C, ID>.self, context) { entry in
            areSame(entry.command, command) && areSame(entry.typedID, id)
                && entry.hasSame(retry, respond != nil)
        }
        if !isUnchanged { declare(command, respond, id, retry) }
    }

    /// Keeps `command` running, and sends its events as actions.
    ///
    /// A command that is not `Equatable` is compared property by property, by reflection.
    @inlinable
    public mutating func execute<C: Command, ID: Hashable>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: ID, retry: Retry = .never
    ) {
        let isUnchanged = list.matches(ActiveCommandEntry<C, ID>.self, context) { entry in
            (haveSameBits(entry.command, command) || areSame(entry.command, command)) && areSame(entry.typedID, id)
                && entry.hasSame(retry, respond != nil)
        }
        if !isUnchanged { declare(command, respond, id, retry) }
    }

    @usableFromInline
    func declare<C: Command, ID: Hashable>(_ command: C, _ respond: ((Event<C>) -> R.Action)?, _ id: ID, _ retry: Retry)
    {
        let options = retry == .never ? nil : CommandOptions(nil, .concurrent, retry, nil, nil)
        list.append(
            ActiveCommandEntry(command, id, retry, CommandRequestNode<C, R.Action>(command, respond, options), context))
    }

    /// Adds the active commands of a child.
    ///
    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - state: The child's state.
    ///   - action: Returns the parent's action for an action of the child.
    ///   - path: The key path of the child's state in the parent's state. It distinguishes the ids of the child from those of
    ///     its siblings.
    public mutating func add<Child: Reducer>(
        _ child: Child, _ state: Child.State, as action: @escaping (Child.Action) -> R.Action,
        at path: KeyPath<R.State, Child.State>
    ) {
        add(child, state, action, .always(path))
    }

    /// Adds the active commands of a child, or none if its state is `nil`.
    public mutating func add<Child: Reducer>(
        _ child: Child, _ state: Child.State?, as action: @escaping (Child.Action) -> R.Action,
        at path: KeyPath<R.State, Child.State?>
    ) {
        if let state { add(child, state, action, .sometimes(path)) }
    }

    private func add<Child: Reducer>(
        _ child: Child, _ state: Child.State, _ action: @escaping (Child.Action) -> R.Action, _ path: ChildPath
    ) {
        let mapping = ActionMapping<Child, R>(.none, action, nil, nil, path)
        var commands = ActiveCommands<Child>(list, in: MapContext(mapping, in: context))
        child.activeCommands(for: state, &commands)
    }
}

/// The active commands that a store requested last. While the reducer declares its commands, each is compared with the last one
/// in its place, and only commands that differ are allocated.
///
/// Exclusivity checks are off, because a check costs more than the access. Safe: only the engine's actor uses the list, and
/// declarations do not nest.
@usableFromInline
package final class ActiveCommandList {
    /// The commands that were requested last.
    @exclusivity(unchecked) package private(set) var entries: ContiguousArray<ActiveEntry> = [] {
        didSet {
            next = nil
            for entry in entries.reversed() {
                entry.following = next
                next = .passUnretained(entry)
            }
        }
    }
    /// The entry with which the next declared command is compared; `nil` if there is none. Safe: ``entries`` retains it.
    @exclusivity(unchecked) @usableFromInline var next: Unmanaged<ActiveEntry>?
    /// The commands of the declaration under way. `nil` until a command differs from ``entries``.
    @exclusivity(unchecked) private var declared: ContiguousArray<ActiveEntry>?
    /// The number of commands, from the first on, that have not changed in the declaration under way.
    @exclusivity(unchecked) @usableFromInline var sameCount = 0
    /// Whether the reducer declares active commands at all.
    @exclusivity(unchecked) @usableFromInline package var isDeclared = true
    /// The types of children that were asked, and whether they declare no commands. Children that declare none need no mapping.
    @exclusivity(unchecked) @usableFromInline package var knownTypes: [(type: ObjectIdentifier, isSilent: Bool)] = []

    package init() {}

    /// Whether the next declared command is the same as the entry in its place. If so, the declaration continues with the next
    /// entry.
    @inlinable @inline(__always)
    func matches<Entry: ActiveEntry>(
        _ type: Entry.Type, _ context: MapContext?, _ isSame: (Entry) -> Bool
    ) -> Bool {
        let isEqual = next?._withUnsafeGuaranteedRef { entry in
            entry.type == ObjectIdentifier(type) && (context == nil ? entry.context == nil : entry.isOf(context))
                && isSame(unsafeDowncast(entry, to: type))
        }
        guard isEqual == true else { return false }
        sameCount &+= 1
        next = next?._withUnsafeGuaranteedRef { $0.following }
        return true
    }

    func append(_ entry: ActiveEntry) {
        if declared == nil { declared = ContiguousArray(entries.prefix(sameCount)) }
        next = nil
        declared?.append(entry)
    }

    /// Removes all entries, so that the next declaration counts as changed.
    package func clear() { entries = [] }

    /// Ends a declaration, and keeps the declared commands.
    ///
    /// - Returns: Whether they differ from the commands that were requested before.
    package func update() -> Bool {
        defer { (declared, sameCount, next) = (nil, 0, entries.first.map { .passUnretained($0) }) }
        if declared == nil, sameCount == entries.count { return false }
        entries = declared ?? ContiguousArray(entries.prefix(sameCount))
        return true
    }
}

/// A command that a state requests.
@usableFromInline
package class ActiveEntry {
    @usableFromInline package final let node: CommandNode
    @usableFromInline package final let context: MapContext?
    package final let key: EffectKey
    /// The type of the subclass, which determines the types of the command and of the id.
    @usableFromInline final let type: ObjectIdentifier
    /// The next entry of the list. Safe: the list retains both.
    @exclusivity(unchecked) @usableFromInline final var following: Unmanaged<ActiveEntry>?

    init(_ node: CommandNode, _ id: AnyHashable, _ context: MapContext?, _ type: ObjectIdentifier) {
        (self.node, self.context, self.type) = (node, context, type)
        key = EffectKey(id, in: context)
    }

    /// Whether the entry belongs to the child with these mappings.
    @usableFromInline final func isOf(_ other: MapContext?) -> Bool {
        context == nil ? other == nil : other != nil && key.path == other?.path
    }
}

@usableFromInline
final class ActiveCommandEntry<C: Command, ID: Hashable>: ActiveEntry {
    @usableFromInline let command: C
    @usableFromInline let typedID: ID
    @usableFromInline let retry: Retry

    init(_ command: C, _ id: ID, _ retry: Retry, _ node: CommandNode, _ context: MapContext?) {
        (self.command, typedID, self.retry) = (command, id, retry)
        super.init(node, id, context, ObjectIdentifier(ActiveCommandEntry.self))
    }

    /// Whether the request has these options. Most have no retries, and then their other values do not matter.
    @inlinable @inline(__always)
    func hasSame(_ retry: Retry, _ hasResponse: Bool) -> Bool {
        node.hasResponse == hasResponse && (retry.attempts == 0 ? self.retry.attempts == 0 : areSame(self.retry, retry))
    }
}
