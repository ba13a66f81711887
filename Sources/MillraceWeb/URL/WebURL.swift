/// The URL of a screen, defined once: the same definition reads and writes it.
///
/// ```swift
/// struct ItemsURL: WebURL {
///     var category = "all"
///     var sort = Sort.name            // an enum with raw values
///     var page = 1
///     static let pattern: [WebURLPart<ItemsURL>] = [
///         "items", .part(\.category), .query("sort", \.sort), .query("page", \.page),
///     ]
/// }
/// ```
/// `ItemsURL(sort: .price).path` is `items/all?sort=price`, and `path.take(ItemsURL.self)` reads it. Use it in
/// ``WebModule/path(_:)``, ``WebModule/transition(to:)``, ``WebModule/action(for:)`` and in links: `link(to: ItemsURL(), …)`.
///
/// A parameter of the query that has its initial value is omitted. One that is missing or malformed keeps its initial value.
public protocol WebURL: Sendable {
    /// Creates the URL with its initial values.
    init()
    /// The parts of the path in their order, and the parameters of the query.
    static var pattern: [WebURLPart<Self>] { get }
}

extension WebURL {
    /// The path and the query, percent-encoded and without a leading slash.
    public var path: String {
        let all = Self.pattern.map { $0.write(self) }
        return WebPath(parts: all.flatMap(\.parts)[...], query: all.flatMap(\.query)).description
    }
}

extension WebPath {
    /// Removes the parts and the parameters of a URL, if the path begins with its parts.
    ///
    /// - Returns: The URL. `nil` if the path begins with other parts. Nothing is removed then.
    public mutating func take<URL: WebURL>(_ type: URL.Type) -> URL? {
        var (rest, url) = (self, URL())
        for part in URL.pattern where !part.read(&rest, &url) { return nil }
        self = rest
        return url
    }
}
