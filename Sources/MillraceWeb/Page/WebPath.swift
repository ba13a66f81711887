import Foundation

/// The parts of a URL's path that have not been consumed yet, while the URL is opened.
public struct WebPath: Equatable, Sendable, CustomStringConvertible {
    private var parts: ArraySlice<String>

    /// Splits `path` at its slashes, and decodes percent-encoded parts. Ignores a query and a fragment.
    public init(_ path: String) {
        let plain = path.prefix { $0 != "?" && $0 != "#" }
        parts = plain.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }[...]
    }

    /// Whether no part is left.
    public var isEmpty: Bool { parts.isEmpty }

    /// Removes the first part if it equals `part`.
    ///
    /// - Returns: Whether it was removed.
    public mutating func take(_ part: String) -> Bool {
        guard parts.first == part else { return false }
        parts.removeFirst()
        return true
    }

    /// Removes the first part if it can be converted to a value of this type.
    ///
    /// - Returns: The value. `nil` if the first part was not removed.
    public mutating func take<Value: LosslessStringConvertible>(_ type: Value.Type) -> Value? {
        guard let value = parts.first.flatMap({ Value($0) }) else { return nil }
        parts.removeFirst()
        return value
    }

    /// The parts, separated by slashes.
    public var description: String { parts.joined(separator: "/") }
}
