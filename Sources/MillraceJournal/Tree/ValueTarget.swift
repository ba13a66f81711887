import Millrace

/// The place into which one value, or a container within it, is encoded.
final class ValueTarget: Encoder {
    private enum Form {
        case nothing, single, members, elements
    }

    private let encoder: ValueEncoder
    /// The node of the value before.
    private let old: ValueNode?
    private var form = Form.nothing
    private var single = ValuePart(.null)
    private var members: [JSON.Member] = []
    private var elements: [JSON] = []
    /// The nodes of the members or elements.
    private var nodes: [ValueNode?] = []
    /// The containers that are still filled, with the places of their members or elements.
    private var containers: [(index: Int, target: ValueTarget)] = []
    /// The names of the members, if there are many.
    private var names: Set<String> = []
    /// How many places further an element was in the value before.
    private var shift = 0

    init(_ encoder: ValueEncoder, _ old: ValueNode?) { (self.encoder, self.old) = (encoder, old) }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The number of parts that were encoded.
    var count: Int { form == .single ? 1 : nodes.count }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        form = .members
        return KeyedEncodingContainer(MemberContainer(target: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        form = .elements
        return ElementContainer(target: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleContainer(target: self) }

    /// Returns the JSON of the value that was encoded. A value that has encoded nothing is an empty object.
    func part<Value>(of value: Value, _ traits: TypeTraits) -> ValuePart {
        if form == .single, single.node == nil { return single }
        let json = finish(traits.unorderedGroup)
        return ValuePart(json, SourceNode(json, nodes, value, traits))
    }

    /// The part of a container that belongs to no value of its own.
    private var containerPart: ValuePart {
        if form == .single { return single }
        let json = finish(nil)
        return ValuePart(json, ValueNode(json, nodes, type: nil))
    }

    private func finish(_ unorderedGroup: Int?) -> JSON {
        for (index, target) in containers { set(target.containerPart, at: index) }
        switch form {
        case .nothing: return .object([])
        // The value that encodes another one has no parts besides those of the other.
        case .single:
            nodes = single.node?.children ?? []
            return single.json
        case .members:
            if unorderedGroup != nil { sortMembers() }
            return .object(members)
        case .elements:
            if let unorderedGroup { sortElements(unorderedGroup) }
            return .array(elements)
        }
    }

    private func set(_ part: ValuePart, at index: Int) {
        nodes[index] = part.node
        if form == .members { members[index].value = part.json } else { elements[index] = part.json }
    }

    private func sortMembers() {
        let all = zip(members, nodes).sorted { $0.0.name < $1.0.name }
        (members, nodes) = (all.map(\.0), all.map(\.1))
    }

    /// Sorts the groups of this size by the first element of each.
    private func sortElements(_ size: Int) {
        let starts = stride(from: 0, to: elements.count, by: size).map { ($0, elements[$0].description) }
        let order = starts.sorted { $0.1 < $1.1 }.flatMap { $0.0..<min($0.0 + size, elements.count) }
        (elements, nodes) = (order.map { elements[$0] }, order.map { nodes[$0] })
    }
}

// MARK: Members

extension ValueTarget {
    /// From this number of members on, a set finds those with the same name.
    private static let manyMembers = 16

    fileprivate func add(_ name: String, _ value: some Encodable) {
        add(name, encoder.encode(value, after: old?.child(named: name, at: members.count)))
    }

    /// Adds a member. JSON must not contain a name twice: the last one counts.
    fileprivate func add(_ name: String, _ part: ValuePart) {
        if let index = index(of: name) { return set(part, at: index) }
        members.append(JSON.Member(name: name, value: part.json))
        nodes.append(part.node)
    }

    fileprivate func container(named name: String) -> ValueTarget {
        if let index = index(of: name), let container = containers.first(where: { $0.index == index }) {
            return container.target
        }
        let target = ValueTarget(encoder, old?.child(named: name, at: members.count))
        add(name, ValuePart(.null))
        containers.append((index(of: name) ?? 0, target))
        return target
    }

    private func index(of name: String) -> Int? {
        if members.count >= Self.manyMembers {
            if names.isEmpty { names = Set(members.map(\.name)) }
            if names.insert(name).inserted { return nil }
        }
        return members.firstIndex { $0.isNamed(name) }
    }
}

// MARK: Elements

extension ValueTarget {
    /// The number of elements that were encoded.
    fileprivate var elementCount: Int { elements.count }

    /// Adds an element. After an insertion or a removal, the next elements are found at another place.
    fileprivate func add(_ value: some Encodable) {
        for shift in [shift, shift + 1, shift - 1] {
            guard let node = oldElement(at: elements.count + shift) else { continue }
            guard node.hasBits(of: value) else { continue }
            self.shift = shift
            return add(ValuePart(node.json, node))
        }
        add(encoder.encode(value, after: oldElement(at: elements.count + shift)))
    }

    fileprivate func add(_ part: ValuePart) {
        elements.append(part.json)
        nodes.append(part.node)
    }

    private func oldElement(at index: Int) -> ValueNode? {
        guard let old, case .array = old.json, old.children.indices.contains(index) else { return nil }
        return old.children[index]
    }

    fileprivate func nextContainer() -> ValueTarget {
        let target = ValueTarget(encoder, oldElement(at: elements.count + shift))
        containers.append((elements.count, target))
        add(ValuePart(.null))
        return target
    }
}

// MARK: A single value

extension ValueTarget {
    fileprivate func set(_ part: ValuePart) { (form, single) = (.single, part) }

    fileprivate func set(_ value: some Encodable) { set(encoder.encode(value, after: old)) }
}

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: ValueTarget

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { target.add(key.stringValue, ValuePart(.null)) }

    func encode(_ value: some Encodable, forKey key: Key) { target.add(key.stringValue, value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        target.container(named: key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        target.container(named: key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { target.container(named: "super") }

    func superEncoder(forKey key: Key) -> any Encoder { target.container(named: key.stringValue) }
}

private struct ElementContainer: UnkeyedEncodingContainer {
    let target: ValueTarget

    var codingPath: [any CodingKey] { [] }
    var count: Int { target.elementCount }

    func encodeNil() { target.add(ValuePart(.null)) }

    func encode(_ value: some Encodable) { target.add(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        target.nextContainer().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { target.nextContainer().unkeyedContainer() }

    func superEncoder() -> any Encoder { target.nextContainer() }
}

private struct SingleContainer: SingleValueEncodingContainer {
    let target: ValueTarget

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { target.set(ValuePart(.null)) }

    func encode(_ value: some Encodable) { target.set(value) }
}
