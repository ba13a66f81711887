/// The content of a flow, without its reducer's type. It takes one word, because each case contains one object.
///
/// One `mapping` node maps a whole flow of a child, whatever its size.
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
    /// A message for another store. The owner of the sending store knows the receiver.
    case input(Box<any OutgoingMessage>)
    case cancel(Box<AnyHashable>)
    /// Cancels the effects with an id, those of children included.
    case cancelAll(Box<AnyHashable>)
    case delay(DelayNode)
    /// Nodes that are performed in order, each when the previous one has ended.
    case sequence(FlowList)
    /// Nodes that are performed in order, without waiting.
    case merge(FlowList)
    /// A node whose effects are named, limited and cancelled together.
    case group(GroupNode)
    case fault(Box<Fault>)
    /// A node of a child, with the functions that map it to the parent.
    case mapped(MappedFlow)

    package var isNone: Bool {
        if case .none = self { true } else { false }
    }

    @usableFromInline func then(_ next: FlowNode, evenAfterFailure: Bool) -> FlowNode {
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

    /// Returns a node that performs all nodes without waiting.
    @usableFromInline static func merge(_ nodes: [FlowNode]) -> FlowNode {
        if nodes.count == 2 { return nodes[0].and(nodes[1]) }
        let elements = nodes.flatMap(\.merged)
        return elements.count > 1 ? .merge(FlowList(elements)) : elements.first?.node ?? .none
    }

    /// Returns a node that performs both nodes without waiting.
    @usableFromInline package func and(_ other: FlowNode) -> FlowNode {
        if isNone { return other }
        if other.isNone { return self }
        if case .merge(let list) = self { return .merge(list.appending(other.merged)) }
        if case .merge = other { return .merge(FlowList([.init(node: self)] + other.merged)) }
        return .merge(FlowList(.init(node: self), .init(node: other)))
    }

    /// Returns a group of nodes that start in order. Each node is a group in it.
    @usableFromInline static func group(_ kind: EffectGroup, of nodes: [FlowNode]) -> FlowNode {
        .group(GroupNode(kind, merge(nodes.map { .group(GroupNode(.runner, $0)) })))
    }

    /// The elements that a merge with this node contains.
    var merged: [FlowList.Element] {
        switch self {
        case .none: []
        case .merge(let list): list.elements
        default: [.init(node: self)]
        }
    }
}

/// A flow that is performed after a delay, a debounce or a throttle.
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

    package init(_ kind: Kind, _ duration: Duration, _ id: AnyHashable?, _ node: FlowNode) {
        (self.kind, self.duration, self.id, self.node) = (kind, duration, id, node)
    }
}

/// How a group and its effects affect each other.
@usableFromInline package enum EffectGroup: UInt8, Sendable {
    /// The group only names its effects and limits when they start.
    case plain
    /// A flow of a race or an `all`. Failures in it do not count if it loses the race.
    case runner
    /// The end of one flow cancels the others.
    case race
    /// The failure of one flow cancels the others.
    case all
}

/// A flow whose effects are named, limited and cancelled together.
@usableFromInline
package final class GroupNode {
    package let kind: EffectGroup
    package let id: AnyHashable?
    package let policy: Policy
    package let node: FlowNode

    @usableFromInline init(_ kind: EffectGroup, _ node: FlowNode, id: AnyHashable? = nil, policy: Policy = .concurrent)
    {
        (self.kind, self.id, self.policy, self.node) = (kind, id, policy, node)
    }
}

/// A message that a flow sends to another store. The owner of the sending store knows the receiver.
@usableFromInline
package protocol OutgoingMessage: AnyObject {
    /// The name of the receiver in the owner.
    var portName: AnyHashable { get }
    /// The message itself.
    var input: Any { get }
}

/// A list of at least two nodes. Appending to the newest list takes constant time.
///
/// Lists share the storage of all elements but the first two, and each list has its own `count`. An element is appended in
/// place only if the list is the longest that uses the storage; otherwise the storage is copied. Flows are not `Sendable`, so
/// no two threads append at the same time.
@usableFromInline
package final class FlowList {
    package struct Element {
        package let node: FlowNode
        /// Whether this link of a sequence is performed after an earlier link has failed.
        package var evenAfterFailure = false
    }

    final class Rest {
        // Exclusivity checks are off. Safe: no access runs other code.
        @exclusivity(unchecked) var elements: [Element] = []
    }

    let first: Element
    let second: Element
    let rest: Rest?
    package let count: Int

    init(_ first: Element, _ second: Element) { (self.first, self.second, rest, count) = (first, second, nil, 2) }

    private init(_ first: Element, _ second: Element, _ rest: Rest, count: Int) {
        (self.first, self.second, self.rest, self.count) = (first, second, rest, count)
    }

    /// Creates a list of at least two elements.
    convenience init(_ elements: [Element]) {
        let rest = Rest()
        rest.elements.append(contentsOf: elements[2...])
        self.init(elements[0], elements[1], rest, count: elements.count)
    }

    package subscript(index: Int) -> Element {
        index == 0 ? first : index == 1 ? second : rest?.elements[index - 2] ?? second
    }

    package var elements: [Element] { (0..<count).map { self[$0] } }

    /// Whether a link is performed after an earlier link has failed. Such a sequence is not flattened: it stays one link of
    /// another sequence.
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
