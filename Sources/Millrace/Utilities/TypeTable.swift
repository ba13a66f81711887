/// A map from types to elements.
package struct TypeTable<Element>: ~Copyable {
    var places = NumberMap()
    var elements = Pool<Element?>()

    package init() {}

    /// The element for a type; `nil` if there is none.
    package subscript(type: ObjectIdentifier) -> Element? {
        get {
            let place = places.find(key(type))
            return place < 0 ? nil : elements[place]
        }
        set {
            let place = places.find(key(type))
            if place >= 0 { return elements[place] = newValue }
            places.set(key(type), Int32(elements.count))
            elements.append(newValue)
        }
    }

    /// Calls `body` with each element, in the order in which their types were first added.
    package borrowing func forEach(_ body: (Element) -> Void) {
        for place in 0..<elements.count { if let element = elements[place] { body(element) } }
    }

    func key(_ type: ObjectIdentifier) -> UInt64 { UInt64(UInt(bitPattern: type)) }
}
