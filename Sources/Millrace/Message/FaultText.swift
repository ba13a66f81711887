/// A sentence of a fault.
///
/// An interpolated value becomes its name, see ``Fault/name(of:)``. So no text of a fault can contain a payload by mistake.
package struct FaultText: ExpressibleByStringInterpolation {
    package let text: String

    package init(stringLiteral text: String) { self.text = text }

    package init(stringInterpolation parts: Parts) { text = parts.text }

    package struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: Any) { text += Fault.name(of: value) }

        package mutating func appendInterpolation(_ type: Any.Type) { text += typeName(type) }

        package mutating func appendInterpolation(_ other: FaultText) { text += other.text }

        /// Appends a text that contains no payload, such as a number or the name of a port.
        package mutating func appendInterpolation(text other: some CustomStringConvertible) {
            text += other.description
        }
    }
}

extension Fault {
    package init(_ kind: Kind, _ problem: FaultText, cause: FaultText, fix: FaultText) {
        self.init(kind, problem.text, cause.text, fix.text)
    }
}
