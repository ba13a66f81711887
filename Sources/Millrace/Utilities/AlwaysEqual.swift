/// A type whose values equal themselves if their elements do.
private protocol Container {
    static var elementsEqualThemselves: Bool { get }
}

extension Optional: Container {
    fileprivate static var elementsEqualThemselves: Bool { alwaysEqualsItself(Wrapped.self) }
}

extension Array: Container {
    fileprivate static var elementsEqualThemselves: Bool { alwaysEqualsItself(Element.self) }
}

extension Set: Container {
    fileprivate static var elementsEqualThemselves: Bool { alwaysEqualsItself(Element.self) }
}

extension Dictionary: Container {
    fileprivate static var elementsEqualThemselves: Bool {
        alwaysEqualsItself(Key.self) && alwaysEqualsItself(Value.self)
    }
}

/// Whether all values of a type are known to equal themselves, with all their elements, as integers and texts do.
func alwaysEqualsItself(_ type: Any.Type) -> Bool {
    if type == String.self || type == Bool.self || type == Character.self { return true }
    if let container = type as? any Container.Type { return container.elementsEqualThemselves }
    return type is any FixedWidthInteger.Type
}
