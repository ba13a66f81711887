import Foundation
import Millrace

/// What a flow asked for, kept once however often it is asked for: that two are the same is that they are one.
final class Entry<R: Reducer>: AnyEntry {
    enum Kind {
        case command(Asked<R>)
        case wait(Flow<R>.Delayed.Kind, Deferred<R>)
        /// The interval of a throttle, and what waits for its end.
        case interval(Deferred<R>?)
    }

    let kind: Kind
    let owner: Flow<R>.Owner?
    /// The command, if it is one.
    let asked: Asked<R>?

    init(id: Int, _ kind: Kind, lane: Int, time: Int64 = 0, owner: Flow<R>.Owner?) {
        (self.kind, self.owner) = (kind, owner)
        if case .command(let asked) = kind { self.asked = asked } else { asked = nil }
        super.init(id: id, lane: lane, time: time, hasOwner: owner != nil)
        guard let asked else { return }
        isCommand = true
        (timeout, retry) = (asked.timeout?.time, asked.request.retry)
        commandType = ObjectIdentifier(type(of: asked.request.command))
        // Where it depends on the state, it is for the state to say.
        canEnd = asked.isDependent || asked.outcomes.contains { $0.verb.isLast }
    }
}

/// What a flow asked for, as far as it matters where nothing of the feature's own types is known.
class AnyEntry {
    final let id: Int
    /// The number of its name, or -1.
    final let lane: Int
    /// How long it waits for the clock, in nanoseconds; 0 for a command.
    final let time: Int64
    /// Whether a child asked for it that may go.
    final let hasOwner: Bool
    final fileprivate(set) var isCommand = false
    /// The type of the command.
    final fileprivate(set) var commandType: ObjectIdentifier?
    /// How long the command may take, in nanoseconds.
    final fileprivate(set) var timeout: Int64?
    final fileprivate(set) var retry = Retry.never
    /// Whether one of its outcomes ends it.
    final fileprivate(set) var canEnd = false

    fileprivate init(id: Int, lane: Int, time: Int64, hasOwner: Bool) {
        (self.id, self.lane, self.time, self.hasOwner) = (id, lane, time, hasOwner)
    }
}

extension Item {
    /// Its entry. Safe: the explorer of one feature has entries of that feature alone.
    func entry<R>(of feature: R.Type) -> Entry<R> { unsafeDowncast(entry, to: Entry<R>.self) }
}

extension Frame {
    /// What follows. Safe: as the entry of an item.
    func rest<R>(of feature: R.Type) -> Deferred<R> { unsafeDowncast(rest, to: Deferred<R>.self) }
}

/// A command, with all that may become of it.
struct Asked<R: Reducer> {
    let request: CommandRequest<R>
    let outcomes: [Prepared<R>]
    /// What becomes of it when its patience ends.
    let timeout: (time: Int64, outcome: Prepared<R>)?
    /// Whether outcomes were declared for its type.
    let isDeclared: Bool
    /// Whether they depend on the state, so that those here are only some.
    let isDependent: Bool
}

/// An outcome, with what the store folds then.
struct Prepared<R: Reducer> {
    let verb: Verb
    /// The command and what becomes of it: `FetchBooks.fail`, and the case of the failure where it is an enum's.
    let label: String
    /// The action of who asked, if it folds one, and then those of who listens.
    var actions: [R.Action]
    let event: Any?
    /// What it brings, if it brings something.
    let value: Any?
    /// Whether another request that is like its own would fold the same.
    let isAnswered: (CommandRequest<R>) -> Bool
    /// Says it to a test store, for the pending command of its type at an index.
    let say: (TestStore<R>, Int) -> Void
}

/// A flow that is performed later, and whether it is when one before it has failed.
struct Link<R: Reducer> {
    let flow: Flow<R>
    let evenAfterFailure: Bool
}

/// Flows that are performed later, one after the other.
final class Deferred<R: Reducer>: AnyDeferred {
    let links: [Link<R>]
    let owner: Flow<R>.Owner?
    /// The commands in it, in order, as they would be asked for.
    let entries: [Int]

    init(id: Int, _ links: [Link<R>], owner: Flow<R>.Owner?, entries: [Int]) {
        (self.links, self.owner, self.entries) = (links, owner, entries)
        super.init(id: id)
    }

    func isSame(as links: [Link<R>], _ entries: [Int]) -> Bool {
        self.entries == entries && self.links.count == links.count
            && zip(self.links, links).allSatisfy { $0.flow == $1.flow && $0.evenAfterFailure == $1.evenAfterFailure }
    }
}

/// What is performed later, where nothing of the feature's own types is known.
class AnyDeferred {
    final let id: Int

    fileprivate init(id: Int) { self.id = id }
}

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

/// The duration in whole nanoseconds, as far as they can be counted.
func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    // A third of what can be counted, so that sums of a few can be counted too.
    return isTooLong ? .max / 4 : max(0, min(whole + attoseconds / 1_000_000_000, .max / 4))
}
