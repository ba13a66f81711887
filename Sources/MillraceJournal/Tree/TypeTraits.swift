import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The properties of a type that an encoder needs to know.
final class TypeTraits {
    /// Returns the JSON of a value without parts; `nil` for a type whose values have parts. Frequent types need none.
    let leaf: ((Any) -> JSON)?
    /// Why values of the type are not shown; `nil` if they are.
    var hiddenReason: String?
    let isObject: Bool
    /// How many elements of a list belong together, if these groups have no order of their own; `nil` if they have one.
    let unorderedGroup: Int?

    init(_ type: Any.Type) {
        leaf = Self.leaf(type)
        let key = (type as? any Unordered.Type)?.key
        hiddenReason = type is any Unrecorded.Type || key is any Unrecorded.Type ? "is never recorded" : nil
        isObject = type is AnyObject.Type
        unorderedGroup = (type as? any Unordered.Type)?.group
    }

    /// Numbers keep all their digits. Dates, addresses, data and decimals have the form that Foundation's decoder expects.
    private static func leaf(_ type: Any.Type) -> ((Any) -> JSON)? {
        switch type {
        case is any (BinaryInteger & Encodable).Type: { ($0 as? any BinaryInteger).map { .number("\($0)") } ?? .null }
        case is any (BinaryFloatingPoint & Encodable).Type: { number($0) }
        case is Decimal.Type:
            { ($0 as? Decimal).map { $0.isNaN ? .hidden(Decimal.self, "is not a number") : .number("\($0)") } ?? .null }
        case is URL.Type: { .string(($0 as? URL)?.absoluteString ?? "") }
        case is Data.Type: { .string(($0 as? Data)?.base64EncodedString() ?? "") }
        default: nil
        }
    }

    private static func number(_ value: Any) -> JSON {
        guard let number = value as? any BinaryFloatingPoint else { return .null }
        if number.isNaN { return .hidden(type(of: value), "is not a number") }
        if number.isInfinite { return .hidden(type(of: value), "is infinite") }
        let text = "\(number)"
        return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}

/// A collection whose order may differ between equal values.
private protocol Unordered {
    /// How many elements of its list belong together.
    static var group: Int { get }
    /// The type of the keys or elements.
    static var key: Any.Type { get }
}
/// If the keys are neither texts nor numbers, each is followed by its value in a list.
extension Dictionary: Unordered {
    fileprivate static var group: Int { 2 }
    fileprivate static var key: Any.Type { Key.self }
}

extension Set: Unordered {
    fileprivate static var group: Int { 1 }
    fileprivate static var key: Any.Type { Element.self }
}
