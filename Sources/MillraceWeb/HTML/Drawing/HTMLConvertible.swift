public import Foundation

/// A value that can be the content of an element: a text, a number, a date, or an optional of these.
///
/// ```swift
/// p { "Bought: "; item.date; ", price: "; item.price }  // `price` may be `nil`: nothing is shown
/// ```
/// A type of the application can conform, so that it is shown in the same way everywhere.
///
/// It consists of three protocols for the sake of the compiler's messages. Where a word in a view is wrong, Swift compares two
/// explanations: that the word is wrong, or that the `HTML` around it is not convertible. It prefers the one with fewer errors, and
/// the second has three for each element.
public typealias HTMLConvertible = HTMLContent & HTMLContentMark & HTMLContentSecondMark

extension String: HTMLConvertible {
    /// Returns the text. An empty text creates no node.
    public func html<Action>() -> HTML<Action> { HTML(nodes) }

    /// The text as a node, unless it is empty.
    var nodes: [HTMLNode] { isEmpty ? [] : [HTMLNode(.text(self))] }
}

extension Substring: HTMLConvertible {
    /// Returns the text. An empty text creates no node.
    public func html<Action>() -> HTML<Action> { String(self).html() }
}

extension HTMLContent where Self: BinaryInteger {
    /// Returns the number in decimal digits.
    public func html<Action>() -> HTML<Action> { "\(self)".html() }
}

extension Int: HTMLConvertible {}
extension Int8: HTMLConvertible {}
extension Int16: HTMLConvertible {}
extension Int32: HTMLConvertible {}
extension Int64: HTMLConvertible {}
extension UInt: HTMLConvertible {}
extension UInt8: HTMLConvertible {}
extension UInt16: HTMLConvertible {}
extension UInt32: HTMLConvertible {}
extension UInt64: HTMLConvertible {}

extension Double: HTMLConvertible {
    /// Returns the shortest text that is read as the same number, without `.0`. Format the number for other forms.
    public func html<Action>() -> HTML<Action> { plainText.html() }
}

extension Float: HTMLConvertible {
    /// Returns the shortest text that is read as the same number, without `.0`. Format the number for other forms.
    public func html<Action>() -> HTML<Action> {
        let text = "\(self)"
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text).html()
    }
}

extension Date: HTMLConvertible {
    /// Returns a `time` element with the date in the ISO 8601 format, in UTC. For another format, use
    /// ``time(_:format:)``.
    public func html<Action>() -> HTML<Action> { time(self, format: .iso8601) }
}

extension Optional: HTMLContentMark where Wrapped: HTMLConvertible {}
extension Optional: HTMLContentSecondMark where Wrapped: HTMLConvertible {}

extension Optional: HTMLContent where Wrapped: HTMLConvertible {
    /// Returns the content of the wrapped value. Nothing for `nil`.
    public func html<Action>() -> HTML<Action> { map { $0.html() } ?? HTML() }
}

/// Creates a `time` element with a date in this format. Its machine-readable value is the date in UTC.
///
/// - Parameters:
///   - date: The date.
///   - format: The format, with a language and a time zone: `.dateTime.day().month().locale(…)`.
public func time<Format: FormatStyle, Action>(_ date: Date, format: Format) -> HTML<Action>
where Format.FormatInput == Date, Format.FormatOutput == String {
    make("time") { format.format(date) }.datetime(date.formatted(.iso8601))
}
