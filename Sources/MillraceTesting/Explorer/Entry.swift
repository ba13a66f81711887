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
