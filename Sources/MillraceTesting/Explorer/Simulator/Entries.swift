import MillraceHistory
import Foundation
import Millrace

/// All requests of an exploration, which the tasks of a search share.
final class Entries<R: Reducer> {
    /// The requests, by the handles that machines use for them.
    let table = StableTable<AnyEntry>()
    let children = StableTable<Child<R>>()
    let memory = RequestMemory()
    private let lock = NSLock()
    private var commands: KnownRequests
    private var flows: [FlowKey: Entry<R>] = [:]
    private var deferred: [[Int]: [Deferred<R>]] = [:]
    private var deferredCount = 0
    private var names: [EffectID: Int32] = [:]
    private var childNumbers: [ChildKey: Int32] = [:]
    private let model: Model<R>

    /// The key of an entry with a deferred flow.
    private struct FlowKey: Hashable {
        /// The number of the deferred flow.
        let content: Int
        /// The kind of the effect. `nil` for a sequence.
        let kind: EffectMachine.Kind?
        var name: Int32 = 0
        var time: Int64 = -1
        var policy = Policy.concurrent
        var rule = EffectGroup.plain
        var child: Int32 = -1
    }

    private var tableCount: UInt32 = 0

    init(_ model: Model<R>) {
        self.model = model
        commands = KnownRequests(areSameActions: model.areSameActions)
    }

    /// Whether the lock is held. After a trap, the thread that holds it never releases it.
    var isLocked: Bool {
        if memory.isLocked { return true }
        if lock.try() { lock.unlock(); return false }
        return true
    }

    /// Returns a new id for a table of transitions.
    func makeTableID() -> UInt32 {
        lock.withLock {
            tableCount += 1
            return tableCount
        }
    }

    func entry(of request: CommandRequest<R>, in state: R.State) -> AnyEntry {
        entry(of: request.node, request.context, in: state)
    }

    func entry(of node: CommandNode, _ context: MapContext?, in state: @autoclosure () -> R.State) -> AnyEntry {
        lock.withLock { find(node, context, state) }
    }

    /// The entry of a delay, or of a flow that waits for the end of a throttle interval.
    func entry(of delay: Flow<R>.Delayed, in state: R.State) -> Entry<R> {
        lock.withLock {
            let flow = find([Link<R>(flow: delay.flow, evenAfterFailure: false)], owner: delay.childScope, state)
            let name = delay.effectID.map(number) ?? 0
            if case .throttle = delay.kind {
                return entry(
                    FlowKey(
                        content: flow.id, kind: .interval, name: intervalName(name), time: nanoseconds(delay.duration)),
                    .interval(flow))
            }
            return entry(
                FlowKey(
                    content: flow.id, kind: .delay, name: name, time: nanoseconds(delay.duration),
                    policy: delay.kind == .debounce ? .latest : .concurrent),
                .delay(delay.kind, flow))
        }
    }

    func entry(of group: Flow<R>.Group, in state: R.State) -> Entry<R> {
        lock.withLock {
            let flow = find([Link<R>(flow: group.flow, evenAfterFailure: false)], owner: group.childScope, state)
            return entry(
                FlowKey(
                    content: flow.id, kind: .group, name: group.effectID.map(number) ?? 0, policy: group.policy,
                    rule: group.rule),
                .group(flow))
        }
    }

    /// The entry of the links of a sequence.
    ///
    /// - Parameter child: The number of the child that requested the sequence.
    func entry(of links: [Link<R>], owner: Flow<R>.ChildScope?, child: Int32, in state: R.State) -> Entry<R> {
        lock.withLock {
            let flow = find(links, owner: owner, state)
            return entry(FlowKey(content: flow.id, kind: nil, child: child), .sequence(flow))
        }
    }

    /// Whether a name has the same id as another name, and belongs to a child of the other's feature.
    func isName(_ name: Int32, within other: EffectID) -> Bool {
        lock.withLock { names.contains { $0.value == name && $0.key.isWithin(other) } }
    }

    /// The number of a name, counted from 1.
    func name(_ name: EffectID) -> Int32 { lock.withLock { number(of: name) } }

    /// The name of the interval of a throttle with this name.
    func intervalName(_ name: Int32) -> Int32 { name + 1 }

    /// The number of a child in `state`. -1 if the child cannot be removed.
    func child(_ owner: Flow<R>.ChildScope?, in state: R.State) -> Int32 {
        guard let owner else { return -1 }
        let key = ChildKey(path: owner.path, identity: owner.identity(in: state))
        return lock.withLock {
            if let number = childNumbers[key] { return number }
            let number = Int32(children.count)
            children.append(Child(owner, key.identity))
            childNumbers[key] = number
            return number
        }
    }

    /// Whether a child still exists with the same identity.
    func isThere(_ child: Int32, in state: R.State) -> Bool {
        child < 0 || children[Int(child)].isThere(in: state)
    }

    var everything: [Entry<R>] {
        // Safe: this object contains only entries of this feature.
        lock.withLock { table.all.map { unsafeDowncast($0, to: Entry<R>.self) } }
    }

    /// Whether two requests are equal, ignoring the actions for their events.
    func areSame(_ one: Int32, _ other: Int32) -> Bool {
        one == other || self[one].asked?.request == self[other].asked?.request
    }

    subscript(flow: Int32) -> Entry<R> { unsafeDowncast(table[Int(flow)], to: Entry<R>.self) }

    // MARK: Requires the lock

    /// Returns the entry with this key. Adds it if there is none.
    private func entry(_ key: FlowKey, _ kind: Entry<R>.Kind) -> Entry<R> {
        if let known = flows[key] { return known }
        var request = EffectMachine.Request(key.kind ?? .group, flow: Int32(table.count), store: 0, scope: 0)
        (request.name, request.delay, request.policy, request.rule) = (key.name, key.time, key.policy, key.rule)
        let entry = Entry(kind, request, child: key.child)
        table.append(entry)
        flows[key] = entry
        return entry
    }

    private func number(of name: EffectID) -> Int32 {
        if let number = names[name] { return number }
        let number = Int32(2 * names.count + 1)
        names[name] = number
        return number
    }

    private func find(_ node: CommandNode, _ context: MapContext?, _ state: () -> R.State) -> AnyEntry {
        // Most requests have no options, so a typed request is needed only for the others.
        let request = node.options.map { _ in CommandRequest<R>(node: node, context: context) }
        let name = request?.effectID.map(number) ?? 0
        return commands.entry(
            of: node, context, name: name, in: table,
            hasSameOptions: { entry in
                request == nil && !entry.hasOptions
                    || hasSameOptions(entry, CommandRequest(node: node, context: context))
            },
            make: { make(CommandRequest(node: node, context: context), name, state()) })
    }

    private func make(_ request: CommandRequest<R>, _ name: Int32, _ state: R.State) -> AnyEntry {
        let asked = model.prepare(request, in: OutcomeContext(state: state, earlier: []))
        var wanted = EffectMachine.Request(.command, flow: Int32(table.count), store: 0, scope: 0)
        wanted.name = name
        (wanted.policy, wanted.retries) = (request.policy, Int32(clamping: request.retry.attempts))
        wanted.timeout = asked.timeout?.time ?? -1
        let entry = Entry(.command(asked), wanted)
        table.append(entry)
        return entry
    }

    private func hasSameOptions(_ entry: AnyEntry, _ request: CommandRequest<R>) -> Bool {
        guard let asked = self[entry.request.flow].asked, asked.request.policy == request.policy,
            asked.request.retry == request.retry, asked.request.timeout?.duration == request.timeout?.duration
        else { return false }
        guard let cancelled = asked.cancelled, let other = request.cancelled else {
            return asked.cancelled == nil && request.cancelled == nil
        }
        return withUnsafePointer(to: cancelled) { one in
            withUnsafePointer(to: other) { model.areSameActions(UnsafeRawPointer(one), UnsafeRawPointer($0)) }
        }
    }

    private func find(_ links: [Link<R>], owner: Flow<R>.ChildScope?, _ state: R.State) -> Deferred<R> {
        var ids: [Int] = []
        for link in links {
            FlowStep(link.flow.node).forEachCommand { ids.append(find($0, $1, { state }).id) }
        }
        if let known = deferred[ids]?.first(where: { $0.isSame(as: links, ids) }) { return known }
        let new = Deferred(id: deferredCount, links, owner: owner, entries: ids)
        deferredCount += 1
        deferred[ids, default: []].append(new)
        return new
    }
}

/// Outside of `Entries`, whose own `areSame` compares requests.
private struct ChildKey: Hashable {
    let path: [AnyHashable]
    let identity: AnyHashable?

    static func == (one: ChildKey, other: ChildKey) -> Bool {
        one.path.elementsEqual(other.path) { areSame($0, $1) } && areSame(one.identity, other.identity)
    }
}
