import Millrace

/// The JSON of a value or of a container within it. It is reused for a part of a later value that has the same bits.
class ValueNode {
    let json: JSON
    /// The nodes of the elements or members, in the order of ``json``; `nil` for those that have no parts.
    let children: [ValueNode?]
    /// The type of the value; `nil` for a container.
    let type: ObjectIdentifier?

    /// The positions of the members, when they are first needed.
    private var positions: [String: Int] = [:]

    init(_ json: JSON, _ children: [ValueNode?], type: ObjectIdentifier?) {
        (self.json, self.children, self.type) = (json, children, type)
    }

    /// Returns the node of the value, if it has this type.
    func source<Value>(_ type: Value.Type) -> SourceNode<Value>? {
        self.type == ObjectIdentifier(type) ? unsafeDowncast(self, to: SourceNode<Value>.self) : nil
    }

    /// Whether a value has the same bits.
    func hasBits<Value>(of value: Value) -> Bool { source(Value.self)?.hasBits(of: value) ?? false }

    /// Returns the node of a member. Looks at a position first.
    func child(named name: String, at position: Int) -> ValueNode? {
        guard case .object(let members) = json else { return nil }
        if position < members.count, members[position].isNamed(name) { return children[position] }
        // The members of a dictionary are sorted, and encoded in another order.
        if positions.isEmpty { for (index, member) in members.enumerated() { positions[member.name] = index } }
        return positions[name].flatMap { children[$0] }
    }
}

/// The JSON of a value, with a copy of the value. The copy keeps the memory alive to which its bits refer. So equal bits always mean
/// the same contents.
final class SourceNode<Value>: ValueNode {
    let traits: TypeTraits
    private let value: Value

    init(_ json: JSON, _ children: [ValueNode?], _ value: Value, _ traits: TypeTraits) {
        (self.value, self.traits) = (value, traits)
        super.init(json, children, type: ObjectIdentifier(Value.self))
    }

    func hasBits(of value: Value) -> Bool { haveSameBits(self.value, value) }
}

/// A part of a value: its JSON, and its node if it has parts of its own.
struct ValuePart {
    let json: JSON
    let node: ValueNode?

    init(_ json: JSON, _ node: ValueNode? = nil) { (self.json, self.node) = (json, node) }
}

extension JSON {
    /// The name of the member that marks a value that cannot or must not be shown.
    package static let hiddenName = "$hidden"

    /// A value that cannot or must not be shown.
    static func hidden(_ type: Any.Type, _ reason: String) -> JSON {
        .of([hiddenName: .string(typeName(type)), "why": .string(reason)])
    }

    /// The type of a value that is not shown, and the reason; `nil` for a value that is shown.
    package var hidden: (type: String, reason: String)? {
        guard case .object(let members) = self, let first = members.first, first.isNamed(Self.hiddenName) else {
            return nil
        }
        return (first.value.text ?? "", self["why"]?.text ?? "")
    }

    /// Whether both values are the same array or object in memory.
    func isIdentical(to other: JSON) -> Bool {
        switch (self, other) {
        case (.array(let one), .array(let other)): one.hasStorage(of: other)
        case (.object(let one), .object(let other)): one.hasStorage(of: other)
        default: false
        }
    }
}

extension Array {
    fileprivate func hasStorage(of other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress } }
    }
}
