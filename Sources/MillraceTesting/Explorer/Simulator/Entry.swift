import MillraceHistory
import Millrace

/// A request of a flow. Equal requests share one entry.
final class Entry<R: Reducer>: AnyEntry {
    enum Kind {
        case command(RequestedCommand<R>)
        case delay(Flow<R>.Delayed.Kind, Deferred<R>)
        /// The flow that waits for the end of a throttle interval.
        case interval(Deferred<R>)
        /// The flow of a group.
        case group(Deferred<R>)
        /// The links of a sequence.
        case sequence(Deferred<R>)
    }

    let kind: Kind
    /// The command. `nil` for other effects.
    let asked: RequestedCommand<R>?

    init(_ kind: Kind, _ request: EffectMachine.Request, child: Int32 = -1) {
        self.kind = kind
        if case .command(let asked) = kind { self.asked = asked } else { asked = nil }
        super.init(request, child: child)
        evenAfterFailure = deferred?.links.map(\.evenAfterFailure) ?? []
        if let keptFlow {
            FlowStep(keptFlow).forEachCommand(onlyFirst: true) { command, _ in
                if command.options?.cancelled != nil { sendsCancellation = true }
            }
        }
        guard let asked else { return }
        (command, hasOptions) = (asked.known, asked.request.node.options != nil)
        path = asked.request.context?.path ?? []
        (sendsCancellation, isDependent, retry) = (asked.cancelled != nil, asked.isDependent, asked.request.retry)
        isRemembered = asked.isRemembered
    }

    /// The flows that are performed later, or discarded. `nil` for a command.
    var deferred: Deferred<R>? {
        switch kind {
        case .command: nil
        case .delay(_, let flow), .interval(let flow), .group(let flow), .sequence(let flow): flow
        }
    }

    /// The flow that is performed first, or discarded. `nil` for a command.
    var keptFlow: FlowNode? { deferred?.links[0].flow.node }
}

/// The part of an entry that does not depend on the types of the feature.
class AnyEntry {
    /// The request to the machine. Its scope and child are set in each turn.
    final let request: EffectMachine.Request
    /// The child that requested a sequence. -1 for another effect, or if the child cannot be removed.
    final let child: Int32
    /// Whether each link of a sequence is performed even if an earlier one has failed.
    final fileprivate(set) var evenAfterFailure: [Bool] = []
    /// The command request. `nil` for other effects.
    final fileprivate(set) var command: KnownRequest?
    /// Whether the request has options.
    final fileprivate(set) var hasOptions = false
    /// The path of the feature that requested the command.
    final fileprivate(set) var path: [AnyHashable] = []
    /// Whether the cancellation of the command, or of the first commands of the flow, sends an action.
    final fileprivate(set) var sendsCancellation = false

    /// Whether the outcomes of the command depend on the state.
    final fileprivate(set) var isDependent = false
    /// Whether outcomes depend on earlier requests of the command.
    final fileprivate(set) var isRemembered = false
    /// The pauses before retries of the command.
    final fileprivate(set) var retry = Retry.never

    final var id: Int { Int(request.flow) }

    fileprivate init(_ request: EffectMachine.Request, child: Int32) { (self.request, self.child) = (request, child) }
}

/// A requested command with its possible outcomes.
struct RequestedCommand<R: Reducer> {
    let request: CommandRequest<R>
    /// The request without the types of the feature.
    let known: KnownRequest
    let outcomes: [TypedOutcome<R>]
    /// The outcome when the command times out.
    let timeout: (time: Int64, outcome: TypedOutcome<R>)?
    /// The action that its cancellation sends.
    let cancelled: R.Action?
    /// Whether outcomes were declared for the type of the command.
    let isDeclared: Bool
    /// Whether the outcomes depend on the state. Those here are then only the ones for the state of the first request.
    let isDependent: Bool
    /// Whether outcomes depend on earlier requests of such commands.
    let isRemembered: Bool
}

/// An outcome with the actions that the store reduces for it.
struct TypedOutcome<R: Reducer> {
    let verb: OutcomeKind
    /// The command and the kind of outcome, such as `FetchBooks.fail`. If the value is an enum, also its case.
    let label: String
    /// The action of the store that requested the command, if its event has one, and the actions of listeners.
    var actions: [R.Action]
    let event: Any?
    /// The progress value, output or failure, if there is one.
    let value: Any?
    /// The event, and the action of the store that requested the command. `nil` if the outcome has no event.
    let response: KnownRequest.Response?
    /// Gives the outcome to the pending command at an index of its type, on a test store.
    let perform: (TestStore<R>, Int) -> Void
}

/// A flow that is performed later, and whether that happens even if an earlier one has failed.
struct Link<R: Reducer> {
    let flow: Flow<R>
    let evenAfterFailure: Bool
}

/// Flows that are performed later, one after the other.
final class Deferred<R: Reducer> {
    let id: Int
    let links: [Link<R>]
    let owner: Flow<R>.ChildScope?
    /// The numbers of the commands in the flows, in order.
    let entries: [Int]

    init(id: Int, _ links: [Link<R>], owner: Flow<R>.ChildScope?, entries: [Int]) {
        (self.id, self.links, self.owner, self.entries) = (id, links, owner, entries)
    }

    func isSame(as links: [Link<R>], _ entries: [Int]) -> Bool {
        self.entries == entries && self.links.count == links.count
            && zip(self.links, links).allSatisfy { $0.flow == $1.flow && $0.evenAfterFailure == $1.evenAfterFailure }
    }
}

/// A child that can be removed.
final class Child<R: Reducer> {
    let owner: Flow<R>.ChildScope
    /// The identity of the child. `nil` if the child did not exist.
    let identity: AnyHashable?

    init(_ owner: Flow<R>.ChildScope, _ identity: AnyHashable?) { (self.owner, self.identity) = (owner, identity) }

    /// Whether the child still exists with the same identity.
    func isThere(in state: R.State) -> Bool { identity != nil && areSame(owner.identity(in: state), identity) }
}
