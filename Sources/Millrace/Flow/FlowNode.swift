/// What a flow does, without the type of its reducer.
///
/// A child's flow is lifted into its parent's by one `lift` node, however large it is.
package enum FlowNode {
    case none
    /// An action of the reducer that returned the node.
    case send(AnyBox)
    case execute(CommandNode)
    case post(any Fact)
    case output(AnyBox)
    case transition(AnyBox)
    /// A message for another store, which the owner of the store knows.
    case tell(any OutgoingMessage)
    case cancel(AnyHashable)
    case delay(DelayNode)
    /// One after the other, each when the one before has ended.
    case sequence(NodeList)
    /// All at once, in order.
    case merge(NodeList)
    case fault(Fault)
    /// A child's node, in its parent's words.
    case lift(LiftNode)

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// Both, concurrently.
    func and(_ other: FlowNode) -> FlowNode {
        if isNone { return other }
        if other.isNone { return self }
        if case .merge(let list) = self { return .merge(list.appending(other.merged)) }
        return .merge(NodeList(merged + other.merged))
    }

    /// The flows that it merges.
    var merged: [NodeList.Element] {
        switch self {
        case .none: []
        case .merge(let list): Array(list.elements)
        default: [.init(node: self, evenAfterFailure: false)]
        }
    }
}

/// A command that a flow requests.
package final class CommandNode {
    package let command: any Command
    /// Gives the sink the action for the event at an address.
    package let respond: ((UnsafeRawPointer, Sink) -> Void)?
    /// What policies and `cancel` find the effect by.
    package let id: AnyHashable?
    package let policy: Policy
    package let options: ExecutionOptions?
    /// The action that is sent if the command is cancelled.
    package let cancelled: AnyBox?

    package init<C: Command, Action>(
        _ command: C, _ respond: ((Event<C>) -> Action)?, _ id: AnyHashable?, _ policy: Policy, _ retry: Retry,
        _ timeout: Timeout<C.Failure>?, _ cancelled: Action?
    ) {
        self.command = command
        self.respond = respond.map { respond in
            { event, sink in lend(respond(event.assumingMemoryBound(to: Event<C>.self).pointee), to: sink) }
        }
        self.id = id == nil && policy == .concurrent ? nil : id ?? AnyHashable(CommandName(C.self))
        self.policy = policy
        options = retry.attempts == 0 && timeout == nil ? nil : ExecutionOptions(retry, timeout)
        self.cancelled = cancelled.map { Box($0) }
    }

    /// Whether both request the same; the closures that make actions are not compared.
    package func isSame(as other: CommandNode) -> Bool {
        areSame(command, other.command) && id == other.id && policy == other.policy
            && (respond == nil) == (other.respond == nil) && options == other.options
            && areSame(cancelled?.any as Any, other.cancelled?.any as Any)
    }
}

/// How long a command may take, and how often it is tried again.
package final class ExecutionOptions: Equatable {
    package let retry: Retry
    /// How long it may take in all.
    package let timeout: Duration?
    /// What it fails with then, of the command's own type of failure.
    package let failure: (any Error)?

    init<Failure: Error>(_ retry: Retry, _ timeout: Timeout<Failure>?) {
        (self.retry, self.timeout, failure) = (retry, timeout?.duration, timeout?.failure)
    }

    /// Whether both are the same; failures cannot be compared.
    package static func == (one: ExecutionOptions, other: ExecutionOptions) -> Bool {
        one.retry == other.retry && one.timeout == other.timeout
    }
}

/// A flow that waits for the clock.
package final class DelayNode {
    package enum Kind: Hashable {
        case after
        case debounce
        case throttle(latest: Bool)
    }

    package let kind: Kind
    package let duration: Duration
    package let id: AnyHashable?
    package let node: FlowNode

    init(_ kind: Kind, _ duration: Duration, _ id: AnyHashable?, _ node: FlowNode) {
        (self.kind, self.duration, self.id, self.node) = (kind, duration, id, node)
    }
}

/// Nodes in order. Appending to the list that was made last costs the same however long it is.
///
/// Lists share their storage: each sees its own number of the elements, and an element is appended in place only behind
/// the last. Flows are not `Sendable`, so no two threads append at once.
package struct NodeList {
    package struct Element {
        package let node: FlowNode
        /// Whether a link of a sequence is performed when one before it has failed.
        package let evenAfterFailure: Bool
    }

    private final class Storage {
        var elements: [Element]

        init(_ elements: [Element]) { self.elements = elements }
    }

    private let storage: Storage
    package let count: Int

    init(_ elements: [Element]) { (storage, count) = (Storage(elements), elements.count) }

    private init(_ storage: Storage, _ count: Int) { (self.storage, self.count) = (storage, count) }

    package subscript(index: Int) -> Element { storage.elements[index] }

    package var elements: ArraySlice<Element> { storage.elements[..<count] }

    func appending(_ more: some Sequence<Element>) -> NodeList {
        let storage = count == storage.elements.count ? storage : Storage(Array(elements))
        storage.elements.append(contentsOf: more)
        return NodeList(storage, storage.elements.count)
    }
}

/// A message that a flow sends to another store, which the owner of its store knows.
package protocol OutgoingMessage: AnyObject {
    /// The name by which the owner knows the receiver.
    var portName: AnyHashable { get }
    /// The message itself.
    var input: Any { get }
}

/// The name of a command that was given no id: its type.
package struct CommandName: Hashable, CustomStringConvertible {
    package let type: any Command.Type

    init(_ type: any Command.Type) { self.type = type }

    package static func == (one: CommandName, other: CommandName) -> Bool { one.type == other.type }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

    package var description: String { "\(type)" }
}
