import Foundation
import Millrace

/// All that was asked for in an exploration. Those who search at once share it.
final class Entries<R: Reducer> {
    private let lock = NSLock()
    private var entries: [Key: [Entry<R>]] = [:]
    private var deferred: [[Int]: [Deferred<R>]] = [:]
    private var lanes: [WorkName: Int] = [:]
    private var residents: [AnyHashable: Int] = [:]
    private(set) var all: [Entry<R>] = []
    private var deferredCount = 0
    private let model: Model<R>

    /// What an entry is looked up by.
    private struct Key: Hashable {
        enum Kind { case command, wait, interval }

        let kind: Kind
        /// The hash of a command, or what waits.
        let content: Int
        let variant: Int
        let lane: Int
        let time: Int64

        init(_ kind: Kind, _ content: Int, _ variant: Int = 0, _ lane: Int = -1, _ time: Int64 = 0) {
            (self.kind, self.content, self.variant, self.lane, self.time) = (kind, content, variant, lane, time)
        }
    }

    init(_ model: Model<R>) { self.model = model }

    func entry(of request: CommandRequest<R>, in state: R.State) -> Entry<R> {
        lock.withLock { find(request, state) }
    }

    func wait(_ delay: Flow<R>.Delayed, in state: R.State) -> Entry<R> {
        lock.withLock {
            let flow = find([Link<R>(flow: delay.flow, evenAfterFailure: false)], owner: delay.owner, state)
            let (kind, lane) = (kindNumber(delay.kind), delay.name.map(number) ?? -1)
            let time = nanoseconds(delay.duration)
            return find(Key(.wait, flow.id, kind, lane, time)) {
                Entry(id: $0, .wait(delay.kind, flow), lane: lane, time: time, owner: delay.owner)
            }
        }
    }

    /// The interval of a throttle, from now on or with something that waits for its end.
    func interval(_ delay: Flow<R>.Delayed, holding flow: Flow<R>, in state: R.State) -> Entry<R> {
        lock.withLock {
            let lane = delay.name.map(number) ?? -1
            let time = nanoseconds(delay.duration)
            let links = [Link<R>(flow: flow, evenAfterFailure: false)]
            let held = flow.isNone ? nil : find(links, owner: delay.owner, state)
            return find(Key(.interval, held?.id ?? -1, 0, lane, time)) {
                Entry(id: $0, .interval(held), lane: -2 - lane, time: time, owner: delay.owner)
            }
        }
    }

    /// The interval of the same throttle, with nothing that waits for its end.
    func emptied(_ entry: Entry<R>) -> Entry<R> {
        lock.withLock {
            find(Key(.interval, -1, 0, -2 - entry.lane, entry.time)) {
                Entry(id: $0, .interval(nil), lane: entry.lane, time: entry.time, owner: entry.owner)
            }
        }
    }

    func rest(_ links: [Link<R>], owner: Flow<R>.Owner?, in state: R.State) -> Deferred<R> {
        lock.withLock { find(links, owner: owner, state) }
    }

    func lane(of name: WorkName) -> Int { lock.withLock { number(of: name) } }

    func resident(_ identity: AnyHashable?) -> Int {
        guard let identity else { return -1 }
        return lock.withLock {
            if let number = residents[identity] { return number }
            residents[identity] = residents.count
            return residents.count - 1
        }
    }

    var everything: [Entry<R>] { lock.withLock { all } }

    // MARK: Under the lock

    private func number(of name: WorkName) -> Int {
        if let number = lanes[name] { return number }
        lanes[name] = lanes.count
        return lanes.count - 1
    }

    private func find(_ request: CommandRequest<R>, _ state: R.State) -> Entry<R> {
        let key = Key(.command, hash(of: request.command))
        if let entry = entries[key]?.first(where: { answers($0, request) }) { return entry }
        let asked = model.prepare(request, in: state)
        let entry = Entry(
            id: all.count, .command(asked), lane: request.name.map(number) ?? -1, owner: request.owner)
        all.append(entry)
        entries[key, default: []].append(entry)
        return entry
    }

    /// Whether the entry is for the same request, whose events are folded as the same actions.
    private func answers(_ entry: Entry<R>, _ request: CommandRequest<R>) -> Bool {
        guard let asked = entry.asked, asked.request == request else { return false }
        return asked.outcomes.allSatisfy { $0.isAnswered(request) }
            && asked.timeout?.outcome.isAnswered(request) != false
    }

    private func find(_ key: Key, _ make: (Int) -> Entry<R>) -> Entry<R> {
        if let entry = entries[key]?.first { return entry }
        let entry = make(all.count)
        all.append(entry)
        entries[key] = [entry]
        return entry
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
        if let command = command as? any Hashable { return command.hashValue }
        return ObjectIdentifier(type(of: command)).hashValue
    }

    private func kindNumber(_ kind: Flow<R>.Delayed.Kind) -> Int {
        switch kind {
        case .after: 0
        case .debounce: 1
        case .throttle(let latest): latest ? 2 : 3
        }
    }
}
