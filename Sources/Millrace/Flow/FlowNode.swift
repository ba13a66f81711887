/// What a flow does, without the type of its reducer. One word, because each case holds one object.
///
/// A child's flow is lifted into its parent's by one `lift` node, however large it is.
@usableFromInline
package enum FlowNode {
    case none
    /// An action of the reducer that returned the node.
    case send(AnyBox)
    case execute(CommandNode)
    /// A fact.
    case post(AnyBox)
    case output(AnyBox)
    case transition(AnyBox)
    /// A message for another store, which the owner of the store knows.
    case input(Box<any OutgoingMessage>)
    case cancel(Box<AnyHashable>)
    case delay(DelayNode)
    /// One after the other, each when the one before has ended.
    case sequence(FlowList)
    /// All at once, in order.
    case merge(FlowList)
    case fault(Box<Fault>)
    /// A child's node, in its parent's words.
    case lift(LiftNode)

    @inlinable var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// One after the other.
    @usableFromInline
    func then(_ next: FlowNode, evenAfterFailure: Bool) -> FlowNode {
        if isNone { return next }
        if next.isNone { return self }
        let link = FlowList.Element(node: next, evenAfterFailure: evenAfterFailure)
        guard case .sequence(let links) = next, !evenAfterFailure, !links.cleansUp else {
            if case .sequence(let list) = self { return .sequence(list.appending([link])) }
            return .sequence(FlowList(.init(node: self), link))
        }
        if case .sequence(let list) = self { return .sequence(list.appending(links.elements)) }
        return .sequence(FlowList([.init(node: self)] + links.elements))
    }

    /// All of them, concurrently.
    @usableFromInline
    static func merge(_ nodes: [FlowNode]) -> FlowNode {
        if nodes.count == 2 { return nodes[0].and(nodes[1]) }
        let elements = nodes.flatMap(\.merged)
        return elements.count > 1 ? .merge(FlowList(elements)) : elements.first?.node ?? .none
    }

    /// Both, concurrently.
    @usableFromInline
    func and(_ other: FlowNode) -> FlowNode {
        if isNone { return other }
        if other.isNone { return self }
        if case .merge(let list) = self { return .merge(list.appending(other.merged)) }
        if case .merge = other { return .merge(FlowList([.init(node: self)] + other.merged)) }
        return .merge(FlowList(.init(node: self), .init(node: other)))
    }

    /// The flows that it merges.
    var merged: [FlowList.Element] {
        switch self {
        case .none: []
        case .merge(let list): list.elements
        default: [.init(node: self)]
        }
    }
}

/// A flow that waits for the clock.
@usableFromInline
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

/// A message that a flow sends to another store, which the owner of its store knows.
@usableFromInline
package protocol OutgoingMessage: AnyObject {
    /// The name by which the owner knows the receiver.
    var portName: AnyHashable { get }
    /// The message itself.
    var input: Any { get }
}

/// Two nodes or more, in order. Appending to the list that was made last costs the same however long it is.
///
/// Lists share what is behind their first two elements: each sees its own number of them, and an element is appended in place
/// only behind the last. Flows are not `Sendable`, so no two threads append at once.
@usableFromInline
package final class FlowList {
    package struct Element {
        package let node: FlowNode
        /// Whether a link of a sequence is performed when one before it has failed.
        package var evenAfterFailure = false
    }

    private final class Rest {
        var elements: [Element] = []
    }

    private let first: Element
    private let second: Element
    private let rest: Rest?
    package let count: Int

    init(_ first: Element, _ second: Element) { (self.first, self.second, rest, count) = (first, second, nil, 2) }

    private init(_ first: Element, _ second: Element, _ rest: Rest, count: Int) {
        (self.first, self.second, self.rest, self.count) = (first, second, rest, count)
    }

    /// A list of two elements or more.
    convenience init(_ elements: [Element]) {
        let rest = Rest()
        rest.elements.append(contentsOf: elements[2...])
        self.init(elements[0], elements[1], rest, count: elements.count)
    }

    package subscript(index: Int) -> Element {
        index == 0 ? first : index == 1 ? second : rest?.elements[index - 2] ?? second
    }

    package var elements: [Element] { (0..<count).map { self[$0] } }

    /// Whether a link is performed when one before it has failed: such a sequence stays one link of another one.
    var cleansUp: Bool {
        first.evenAfterFailure || second.evenAfterFailure || elements.contains(where: \.evenAfterFailure)
    }

    func appending(_ more: [Element]) -> FlowList {
        var shared = rest ?? Rest()
        if shared.elements.count != count - 2 {
            shared = Rest()
            shared.elements = Array(elements[2...])
        }
        shared.elements.append(contentsOf: more)
        return FlowList(first, second, shared, count: count + more.count)
    }
}
