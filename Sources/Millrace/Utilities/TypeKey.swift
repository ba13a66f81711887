/// A type, as the key of a dictionary.
package struct TypeKey: Hashable {
    package let type: ObjectIdentifier

    package init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }
    package init(_ type: ObjectIdentifier) { self.type = type }

    /// Spreads the bits of the address, as a dictionary wants them. The hasher of the standard library costs ten times as
    /// much, and guards against keys that somebody chooses with malice, which types are not.
    package func _rawHashValue(seed: Int) -> Int {
        let product = UInt(bitPattern: type).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(bitPattern: product.high ^ product.low)
    }
}
