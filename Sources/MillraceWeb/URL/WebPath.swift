import Foundation

/// The path and the query of a URL, as far as they have not been consumed yet.
///
/// ```swift
/// func transition(to path: inout WebPath) -> Transition? {
///     guard path.take("items"), let id = path.take(Int.self) else { return nil }
///     return .item(id, page: path.take(query: "page", as: Int.self) ?? 1)
/// }
/// ```
/// ``WebURL`` reads and writes a URL with one definition.
public struct WebPath: Equatable, Sendable, CustomStringConvertible {
    /// The decoded parts of the path.
    private(set) var parts: ArraySlice<String>
    /// The decoded parameters of the query.
    private(set) var query: [Parameter]

    struct Parameter: Equatable, Sendable { let name, value: String }

    /// The maximum number of parameters. Further ones are ignored.
    static let maxParameters = 100

    /// Splits `path` at its slashes and its query at each `&`, and decodes percent-encoded parts. Ignores a fragment.
    public init(_ path: String) {
        let whole = path.prefix { $0 != "#" }
        let plain = whole.prefix { $0 != "?" }
        parts = plain.split(separator: "/").map { Self.decoded($0) }[...]
        query = whole.dropFirst(plain.count + 1).split(separator: "&").prefix(Self.maxParameters).map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { side in
                Self.decoded(side.replacing("+", with: " "))
            }
            return Parameter(name: sides[0], value: sides.count > 1 ? sides[1] : "")
        }
    }

    /// Decodes a percent-encoded part. A malformed one remains as it is.
    private static func decoded(_ part: Substring) -> String {
        guard let text = part.removingPercentEncoding else { return String(part) }
        return String(decoding: MarkRuns.limited(Array(text.utf8)), as: UTF8.self)
    }

    /// Creates a path from decoded parts.
    init(parts: ArraySlice<String>, query: [Parameter] = []) { (self.parts, self.query) = (parts, query) }

    /// Whether no part of the path is left. Parameters of the query may be left.
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
        guard let value = parts.first.flatMap({ Value(sent: $0) }) else { return nil }
        parts.removeFirst()
        return value
    }

    /// Removes the first parameter of the query with this name.
    ///
    /// - Returns: The value: `2` for `?page=2` and the type `Int`. `nil` if there is no such parameter, or its text is not such
    ///   a value. A malformed parameter is removed.
    public mutating func take<Value: LosslessStringConvertible>(query name: String, as type: Value.Type) -> Value? {
        takeParameter(name).flatMap { Value(sent: $0) }
    }

    /// Removes the first parameter of the query with this name, and returns its value: a case of an enum with raw values.
    public mutating func take<Value: RawRepresentable>(query name: String, as type: Value.Type) -> Value?
    where Value.RawValue: LosslessStringConvertible {
        takeParameter(name).flatMap { Value.RawValue(sent: $0) }.flatMap { Value(rawValue: $0) }
    }

    private mutating func takeParameter(_ name: String) -> String? {
        guard let index = query.firstIndex(where: { $0.name == name }) else { return nil }
        return query.remove(at: index).value
    }

    /// The path without the parameters.
    var withoutQuery: WebPath { WebPath(parts: parts) }

    /// The URL, percent-encoded and without a leading slash: `items/3?page=2`.
    public var description: String {
        let path = parts.map { Self.encoded($0, .urlPathAllowed, except: "/;?#%") }.joined(separator: "/")
        if query.isEmpty { return path }
        let pairs = query.map { parameter in
            [parameter.name, parameter.value].map { Self.encoded($0, .urlQueryAllowed, except: "&=+#%?/;") }
                .joined(separator: "=")
        }
        return path + "?" + pairs.joined(separator: "&")
    }

    private static func encoded(_ text: String, _ allowed: CharacterSet, except reserved: String) -> String {
        let characters = allowed.subtracting(CharacterSet(charactersIn: reserved))
        return text.addingPercentEncoding(withAllowedCharacters: characters) ?? ""
    }

    /// Whether both URLs have the same path, and the same parameters in any order.
    public static func == (one: WebPath, other: WebPath) -> Bool {
        one.parts == other.parts && sorted(one.query) == sorted(other.query)
    }

    private static func sorted(_ query: [Parameter]) -> [Parameter] {
        query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }

    /// Sets the path to what follows the parts of `url` in the target. Returns `false` if the target does not start with
    /// them.
    mutating func removePrefix(_ url: WebPath, _ target: WebPath) -> Bool {
        guard target.parts.starts(with: url.parts) else { return false }
        self = WebPath(parts: target.parts.dropFirst(url.parts.count), query: query)
        return true
    }
}
