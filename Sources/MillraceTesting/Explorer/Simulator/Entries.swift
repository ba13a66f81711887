import MillraceInspection
import Foundation
import Millrace

/// All that was requested in an exploration. The tasks of a search share it.
final class Entries<R: Reducer> {
    /// The requests, by the handles that machines know them by.
    let table = StableTable<AnyEntry>()
    let rests = StableTable<AnySequenceRest>()
    let children = StableTable<Child<R>>()
    private let lock = NSLock()
    private var entries: [Key: [Entry<R>]] = [:]
    private var deferred: [[Int]: [Deferred<R>]] = [:]
    private var deferredCount = 0
    private var restNumbers: [RestKey: SequenceRest<R>] = [:]
    private var names: [WorkName: Int32] = [:]
    private var childNumbers: [ChildKey: Int32] = [:]
    private let model: Model<R>

    /// What an entry is looked up by.
    private struct Key: Hashable {
        enum Kind { case command, delay, interval }

        let kind: Kind
        /// The hash of a command, or the number of what waits.
        let content: Int
        var variant = 0
        var name: Int32 = 0
        var time: Int64 = 0
    }

    private struct RestKey: Hashable {
        let links: Int
        let child: Int32
    }

    private struct ChildKey: Hashable {
        let path: [AnyHashable]
        let identity: AnyHashable?
    }

    private var tableCount: UInt32 = 0
    /// How commands of each type are hashed.
    private var hashes: [ObjectIdentifier: (any Command) -> Int] = [:]

    init(_ model: Model<R>) { self.model = model }

    /// The number of a table of transitions; no two have the same.
    func makeTableID() -> UInt32 {
        lock.withLock {
            tableCount += 1
            return tableCount
        }
    }

    func entry(of request: CommandRequest<R>, in state: R.State) -> Entry<R> {
        lock.withLock { find(request, state) }
    }

    /// A delay, or a flow that waits for the end of an interval.
    func entry(of delay: Flow<R>.Delayed, in state: R.State) -> Entry<R> {
        lock.withLock {
            let flow = find([Link<R>(flow: delay.flow, evenAfterFailure: false)], owner: delay.owner, state)
            var key = Key(kind: .delay, content: flow.id, variant: variant(delay.kind))
            key.name = delay.name.map(number) ?? 0
            key.time = nanoseconds(delay.duration)
            if let known = entries[key]?.first { return known }
            var request = EffectMachine.Request(.delay, flow: Int32(table.count), store: 0, scope: 0)
            (request.name, request.delay) = (key.name, key.time)
            var kind = Entry<R>.Kind.delay(delay.kind, flow)
            switch delay.kind {
            case .after: break
            case .debounce: request.policy = .latest
            case .throttle:
                (request.kind, request.name) = (.interval, intervalName(key.name))
                kind = .interval(flow)
            }
            let entry = Entry(kind, request)
            table.append(entry)
            entries[key] = [entry]
            return entry
        }
    }

    func rest(_ links: [Link<R>], owner: Flow<R>.Owner?, child: Int32, in state: R.State) -> SequenceRest<R> {
        lock.withLock {
            let links = find(links, owner: owner, state)
            let key = RestKey(links: links.id, child: child)
            if let known = restNumbers[key] { return known }
            let rest = SequenceRest(id: rests.count, links, child: child)
            rests.append(rest)
            restNumbers[key] = rest
            return rest
        }
    }

    /// The number of a name, from 1 on.
    func name(_ name: WorkName) -> Int32 { lock.withLock { number(of: name) } }

    /// The number of the interval of a throttle with this name.
    func intervalName(_ name: Int32) -> Int32 { name + 1 }

    /// The number of a child as it is in `state`; -1 where none may be removed.
    func child(_ owner: Flow<R>.Owner?, in state: R.State) -> Int32 {
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

    /// Whether a child is there, and the same.
    func isThere(_ child: Int32, in state: R.State) -> Bool {
        child < 0 || children[Int(child)].isThere(in: state)
    }

    var everything: [Entry<R>] {
        // Safe: entries of this feature alone.
        lock.withLock { table.all.map { unsafeDowncast($0, to: Entry<R>.self) } }
    }

    /// Whether two requests are the same, but perhaps for the actions that are made of their events.
    func areSame(_ one: Int32, _ other: Int32) -> Bool {
        one == other || self[one].asked?.request == self[other].asked?.request
    }

    subscript(flow: Int32) -> Entry<R> { unsafeDowncast(table[Int(flow)], to: Entry<R>.self) }

    func rest(_ number: Int32) -> SequenceRest<R> { unsafeDowncast(rests[Int(number)], to: SequenceRest<R>.self) }

    // MARK: Under the lock

    private func number(of name: WorkName) -> Int32 {
        if let number = names[name] { return number }
        let number = Int32(2 * names.count + 1)
        names[name] = number
        return number
    }

    private func find(_ request: CommandRequest<R>, _ state: R.State) -> Entry<R> {
        let key = Key(kind: .command, content: hash(of: request.command), name: request.name.map(number) ?? 0)
        if let known = entries[key] { for entry in known where answers(entry, request) { return entry } }
        let asked = model.prepare(request, in: state)
        var wanted = EffectMachine.Request(.command, flow: Int32(table.count), store: 0, scope: 0)
        wanted.name = key.name
        (wanted.policy, wanted.retries) = (request.policy, EffectMachine.Retries(request.retry))
        wanted.timeout = asked.timeout?.time ?? -1
        let entry = Entry(.command(asked), wanted)
        table.append(entry)
        entries[key, default: []].append(entry)
        return entry
    }

    /// Whether the entry is for the same request of the same name, whose events are reduced as the same actions.
    private func answers(_ entry: Entry<R>, _ request: CommandRequest<R>) -> Bool {
        guard let asked = entry.asked, asked.isCommand(request.command), asked.request.isHeard == request.isHeard,
            asked.request.policy == request.policy, asked.request.retry == request.retry,
            asked.request.timeout?.duration == request.timeout?.duration
        else { return false }
        for outcome in asked.outcomes where !outcome.isAnswered(request) { return false }
        if let timeout = asked.timeout, !timeout.outcome.isAnswered(request) { return false }
        guard let cancelled = asked.cancelled, let other = request.cancelled else {
            return asked.cancelled == nil && request.cancelled == nil
        }
        return model.areSame(cancelled, other)
    }

    private func find(_ links: [Link<R>], owner: Flow<R>.Owner?, _ state: R.State) -> Deferred<R> {
        let ids = links.flatMap { commands(in: $0.flow, state) }
        if let known = deferred[ids]?.first(where: { $0.isSame(as: links, ids) }) { return known }
        let new = Deferred(id: deferredCount, links, owner: owner, entries: ids)
        deferredCount += 1
        deferred[ids, default: []].append(new)
        return new
    }

    private func commands(in flow: Flow<R>, _ state: R.State) -> [Int] {
        switch flow.content {
        case .execute(let request): [find(request, state).id]
        case .delay(let delay): commands(in: delay.flow, state)
        case .sequence(let links, _): links.flatMap { commands(in: $0.flow, state) }
        case .merge(let flows): flows.flatMap { commands(in: $0, state) }
        default: []
        }
    }

    private func hash(of command: any Command) -> Int {
        let type = ObjectIdentifier(type(of: command))
        if let hash = hashes[type] { return hash(command) }
        let hash = (command as? any Hashable).map { hashing($0) } ?? { _ in type.hashValue }
        hashes[type] = hash
        return hash(command)
    }

    private func variant(_ kind: Flow<R>.Delayed.Kind) -> Int {
        switch kind {
        case .after: 0
        case .debounce: 1
        case .throttle(let latest): latest ? 2 : 3
        }
    }
}

/// A hash of values of the type of `value`, which is not looked up each time.
private func hashing<Value: Hashable>(_ value: Value) -> (any Command) -> Int {
    { ($0 as? Value)?.hashValue ?? 0 }
}
