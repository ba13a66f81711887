import Millrace

/// A part of a ``WebURL``: a text in the path, a value in the path, or a parameter of the query.
public struct WebURLPart<URL: WebURL>: Sendable {
    /// Consumes the part, and sets the value. Returns `false` if the path has another part.
    let read: @Sendable (inout WebPath, inout URL) -> Bool
    /// Returns the parts of the path and the parameters.
    let write: @Sendable (URL) -> (parts: [String], query: [WebPath.Parameter])
}

extension WebURLPart: ExpressibleByStringLiteral {
    /// Creates a fixed text in the path. It may contain slashes.
    public init(stringLiteral text: String) {
        let parts = WebPath(text).parts
        read = { path, _ in parts.allSatisfy { path.take($0) } }
        write = { _ in (Array(parts), []) }
    }
}

extension WebURLPart {
    /// Creates a part of the path with a value.
    public static func part<Value: LosslessStringConvertible & Sendable>(
        _ property: any WritableKeyPath<URL, Value> & Sendable
    ) -> WebURLPart {
        part(property, { Value(sent: $0) }, { $0.description })
    }

    /// Creates a part of the path with a case of an enum with raw values.
    public static func part<Value: RawRepresentable & Sendable>(_ property: any WritableKeyPath<URL, Value> & Sendable)
        -> WebURLPart
    where Value.RawValue: LosslessStringConvertible {
        part(property, { Value.RawValue(sent: $0).flatMap { Value(rawValue: $0) } }, { "\($0.rawValue)" })
    }

    /// Creates a parameter of the query.
    public static func query<Value: LosslessStringConvertible & Equatable & Sendable>(
        _ name: String, _ property: any WritableKeyPath<URL, Value> & Sendable
    ) -> WebURLPart { query(name, property, { Value(sent: $0) }, { $0.description }) }

    /// Creates a parameter of the query that is a case of an enum with raw values.
    public static func query<Value: RawRepresentable & Equatable & Sendable>(
        _ name: String, _ property: any WritableKeyPath<URL, Value> & Sendable
    ) -> WebURLPart where Value.RawValue: LosslessStringConvertible {
        query(name, property, { Value.RawValue(sent: $0).flatMap { Value(rawValue: $0) } }, { "\($0.rawValue)" })
    }

    /// Creates an optional parameter of the query. It is omitted if the value is `nil`.
    public static func query<Value: LosslessStringConvertible & Equatable & Sendable>(
        _ name: String, _ property: any WritableKeyPath<URL, Value?> & Sendable
    ) -> WebURLPart { query(name, property, { Value(sent: $0).map(Optional.some) }, { $0?.description }) }

    private static func part<Value: Sendable>(
        _ property: any WritableKeyPath<URL, Value> & Sendable, _ value: @escaping @Sendable (String) -> Value?,
        _ text: @escaping @Sendable (Value) -> String
    ) -> WebURLPart {
        WebURLPart(
            read: { path, url in
                guard let value = path.parts.first.flatMap(value), let part = path.parts.first else { return false }
                url[keyPath: property] = value
                return path.take(part)
            },
            write: { ([text($0[keyPath: property])], []) })
    }

    private static func query<Value: Equatable & Sendable>(
        _ name: String, _ property: any WritableKeyPath<URL, Value> & Sendable,
        _ value: @escaping @Sendable (String) -> Value?,
        _ text: @escaping @Sendable (Value) -> String?
    ) -> WebURLPart {
        WebURLPart(
            read: { path, url in
                if let value = path.take(query: name, as: String.self).flatMap(value) { url[keyPath: property] = value }
                return true
            },
            write: { url in
                let isDefault = areSame(url[keyPath: property], URL()[keyPath: property])
                guard !isDefault, let text = text(url[keyPath: property]) else {
                    return ([], [])
                }
                return ([], [.init(name: name, value: text)])
            })
    }
}
