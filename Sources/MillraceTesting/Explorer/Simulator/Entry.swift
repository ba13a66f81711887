import MillraceInspection
import Millrace

/// What a flow requested, kept once however often it is requested: two requests are equal if they have one entry.
final class Entry<R: Reducer>: AnyEntry {
    enum Kind {
        case command(Asked<R>)
        case delay(Flow<R>.Delayed.Kind, Deferred<R>)
        /// What waits for the end of the interval of a throttle.
        case interval(Deferred<R>)
    }

    let kind: Kind
    /// The command, if it is one.
    let asked: Asked<R>?

    init(_ kind: Kind, _ request: EffectMachine.Request) {
        self.kind = kind
        if case .command(let asked) = kind { self.asked = asked } else { asked = nil }
        super.init(request)
        guard let asked else { return }
        (command, hasOptions) = (asked.known, asked.request.node.options != nil)
        (sendsCancellation, isDependent) = (asked.cancelled != nil, asked.isDependent)
    }
}

/// What a flow requested, as far as it matters where nothing of the feature's own types is known.
class AnyEntry {
    /// What the machine is asked for; the scope and the child are those of the turn.
    final let request: EffectMachine.Request
    /// The request, if it is for a command.
    final fileprivate(set) var command: KnownRequest?
    /// Whether the request has options.
    final fileprivate(set) var hasOptions = false
    /// Whether an action is sent when the command is cancelled.
    final fileprivate(set) var sendsCancellation = false

    /// Whether the outcomes of the command depend on the state.
    final fileprivate(set) var isDependent = false

    final var id: Int { Int(request.flow) }

    fileprivate init(_ request: EffectMachine.Request) { self.request = request }
}

/// A command, with all that may become of it.
struct Asked<R: Reducer> {
    let request: CommandRequest<R>
    /// The request without the types of the feature.
    let known: KnownRequest
    let outcomes: [Prepared<R>]
    /// What becomes of it when it takes too long.
    let timeout: (time: Int64, outcome: Prepared<R>)?
    /// The action that is sent if it is cancelled.
    let cancelled: R.Action?
    /// Whether outcomes were declared for its type.
    let isDeclared: Bool
    /// Whether they depend on the state, so that those here are only some.
    let isDependent: Bool
}

/// An outcome, with what the store reduces then.
struct Prepared<R: Reducer> {
    let verb: Verb
    /// The command and what becomes of it: `FetchBooks.fail`, and the case of the failure where it is an enum's.
    let label: String
    /// The action of the store that requested it, if it reduces one, and then those of the listeners.
    var actions: [R.Action]
    let event: Any?
    /// What it brings, if it brings something.
    let value: Any?
    /// The event, and the action of the store that requested the command; `nil` where there is none.
    let response: KnownRequest.Response?
    /// Gives it to a test store, for the pending command of its type at an index.
    let say: (TestStore<R>, Int) -> Void
}

/// A flow that is performed later, and whether it is when one before it has failed.
struct Link<R: Reducer> {
    let flow: Flow<R>
    let evenAfterFailure: Bool
}

/// Flows that are performed later, one after the other.
final class Deferred<R: Reducer> {
    let id: Int
    let links: [Link<R>]
    let owner: Flow<R>.ChildScope?
    /// The commands in it, in order, as they would be requested.
    let entries: [Int]

    init(id: Int, _ links: [Link<R>], owner: Flow<R>.ChildScope?, entries: [Int]) {
        (self.id, self.links, self.owner, self.entries) = (id, links, owner, entries)
    }

    func isSame(as links: [Link<R>], _ entries: [Int]) -> Bool {
        self.entries == entries && self.links.count == links.count
            && zip(self.links, links).allSatisfy { $0.flow == $1.flow && $0.evenAfterFailure == $1.evenAfterFailure }
    }
}

/// What follows in a sequence when one of its links has ended.
final class SequenceRest<R: Reducer>: AnySequenceRest {
    let links: Deferred<R>

    init(id: Int, _ links: Deferred<R>, child: Int32) {
        self.links = links
        super.init(id: id, child: child)
    }
}

/// What follows in a sequence, where nothing of the feature's own types is known.
class AnySequenceRest {
    final let id: Int
    /// The child that requested the sequence, or -1 for none that may be removed.
    final let child: Int32

    fileprivate init(id: Int, child: Int32) { (self.id, self.child) = (id, child) }
}

/// A child that may be removed.
final class Child<R: Reducer> {
    let owner: Flow<R>.ChildScope
    /// What identified it; `nil` for one that was not there.
    let identity: AnyHashable?

    init(_ owner: Flow<R>.ChildScope, _ identity: AnyHashable?) { (self.owner, self.identity) = (owner, identity) }

    /// Whether it is there, and the same.
    func isThere(in state: R.State) -> Bool { identity != nil && owner.identity(in: state) == identity }
}
