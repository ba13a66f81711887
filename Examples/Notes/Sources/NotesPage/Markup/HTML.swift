/// A piece of a page. What is put into it is escaped, so that text stays text.
///
/// ```swift
/// let row: HTML = "<li title=\"\(note.title)\">\(note.title)</li>"
/// ```
/// The literal is trusted, each value in it is not. Only another ``HTML`` is put in as it is. Attributes must be
/// quoted.
package struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// What is sent to the browser.
    package let source: String

    /// For literals only: a text in a variable is put in by interpolation.
    package init(stringLiteral value: String) { source = value }

    package init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    /// The pieces one after the other.
    package init(_ pieces: [HTML]) { source = pieces.map(\.source).joined() }

    /// Collects the pieces of a literal and escapes the values.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            source.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        package mutating func appendLiteral(_ literal: String) { source += literal }
        package mutating func appendInterpolation(_ html: HTML) { source += html.source }
        package mutating func appendInterpolation(_ number: some BinaryInteger) { source += "\(number)" }

        package mutating func appendInterpolation(_ text: some StringProtocol) {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": source += "&amp;"
                case "<": source += "&lt;"
                case ">": source += "&gt;"
                case "\"": source += "&quot;"
                case "'": source += "&#39;"
                default: source.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
