/// The text by which a browser recognizes a key. Equal keys have the same text in each process, so what was typed before a
/// restart of the server finds its field. The text is a hash: it does not show the key.
@usableFromInline enum FieldKey {
    /// The attribute of an element with a key that is a field or contains one. A field's identity is the path of these.
    static let attribute = "data-m-key"

    /// Returns the text of a key.
    ///
    /// - Parameter index: The index of the node among several with the same key.
    @usableFromInline static func text(of key: some Hashable, at index: Int = 0) -> String {
        "\(text(ofMember: AnyHashable(key).base))+\(index)".stableHash
    }

    /// Returns a text with all members of a value, because a description may show less than what distinguishes two keys.
    private static func text(ofMember value: Any) -> String {
        if let value = value as? any LosslessStringConvertible {
            let text = value.description
            return "\(type(of: value)) \(text.utf8.count) \(text)"
        }
        let mirror = Mirror(reflecting: value)
        // Another process has other objects, even if one has the same address.
        if mirror.displayStyle == .class || value is ObjectIdentifier {
            let object = (value as? ObjectIdentifier) ?? ObjectIdentifier(value as AnyObject)
            return "\(type(of: value)) \(process) \(object)"
        }
        if mirror.children.isEmpty { return String(reflecting: value) }
        let members = mirror.children.map { "\($0.label ?? ""):\(text(ofMember: $0.value))" }
        let isOrdered = mirror.displayStyle != .set && mirror.displayStyle != .dictionary
        return "\(type(of: value))(\((isOrdered ? members : members.sorted()).joined(separator: ",")))"
    }

    private static let process = UInt64.random(in: 0 ... .max)
}

extension Sequence<UInt8> {
    /// The 64-bit FNV-1a hash of the bytes. It is the same in each process.
    var stableHash: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
}

extension String {
    /// The hash of the text as a short text.
    var stableHash: String { String(utf8.stableHash, radix: 36) }
}

extension [HTMLNode] {
    /// Returns a copy in which the nodes have a key, which is also a part of the identities of their fields.
    ///
    /// - Parameter fieldKey: Returns the text of the key for the node at an index.
    @usableFromInline func keyed(_ hash: Int, _ fieldKey: (Int) -> String) -> [HTMLNode] {
        var nodes = addingFieldKey(fieldKey)
        for index in nodes.indices { nodes[index].setKey(UInt64(bitPattern: Int64(hash)) &+ UInt64(index)) }
        return nodes
    }

    /// Returns a copy whose fields have the key as a part of their identity.
    func addingFieldKey(_ text: (Int) -> String) -> [HTMLNode] {
        guard contains(where: { $0.element?.hasField ?? false }) else { return self }
        return enumerated().map { index, node in
            guard let element = node.element, element.hasField else { return node }
            let copy = HTMLElement(element)
            copy[FieldKey.attribute] = text(index)
            return HTMLNode(identity: node.identity, isKeyed: node.isKeyed, .element(copy))
        }
    }
}
