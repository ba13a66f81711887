#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes recorded values. Parts that are not in the recording become empty: `nil`, a value without members, an empty list or text, or 0.
package struct RecordedDecoding {
    /// A part of a value: names and indices.
    package typealias Path = [String]

    /// The error of a value that cannot be decoded.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The values that replace a part, in the order in which they are tried.
    private static let empty: [JSON] = [.null, .object([]), .array([]), .string(""), .number("0"), .bool(false)]
    /// The number of attempts for one value. Each decodes it from its beginning.
    private static let attempts = 500

    /// The parts that are not in the recording, each with its type and the reason.
    package let hidden: [(path: Path, type: String, reason: String)]
    private let json: JSON

    package init(_ json: JSON) {
        var hidden: [(Path, String, String)] = []
        self.json = json.replacingHidden(at: []) { hidden.append(($0, $1, $2)) }
        self.hidden = hidden
    }

    /// Decodes the value.
    ///
    /// - Throws: ``Failure``, if the type has another form today, or has no empty value for a part that is not in the recording.
    package func value<Value: Decodable>(as type: Value.Type) throws(Failure) -> Value {
        var json = json
        /// The number of values that were tried for a part.
        var tried: [Path: Int] = [:]
        for part in hidden { tried[part.path] = 1 }
        let decoder = JSONDecoder()
        for _ in 0..<Self.attempts {
            let error: any Error
            do { return try decoder.decode(type, from: Data(json.description.utf8)) } catch let other { error = other }
            guard let path = Self.path(of: error), let place = path.owner(in: tried) else {
                throw Failure(description: reason(error))
            }
            let next = path == place ? tried[place] ?? 0 : 0
            guard next < Self.empty.count else { throw Failure(description: missing(place)) }
            tried[path] = next + 1
            json.set(Self.empty[next], at: path[...])
        }
        throw Failure(description: "Too many parts are not in the recording.")
    }

    private func missing(_ place: Path) -> String {
        let part = hidden.last { place.starts(with: $0.path) }
        let name = place.isEmpty ? "The value" : "The part \(place.joined(separator: "."))"
        return
            "\(name) is not in the recording: \(part?.type ?? "it") \(part?.reason ?? "is hidden"), and has no empty value."
    }

    /// The part that an error is about; `nil` if the error is of another kind.
    private static func path(of error: any Error) -> Path? {
        let path: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
        case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
            DecodingError.dataCorrupted(let context):
            path = context.codingPath
        default: return nil
        }
        return path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    }
}

extension [String] {
    /// The part itself, if it was replaced before, or the one around it whose value was replaced; `nil` if none was.
    fileprivate func owner(in tried: [[String]: Int]) -> [String]? {
        indices.reversed().map { Array(self[...$0]) }.first { tried[$0] != nil } ?? (tried[[]] == nil ? nil : [])
    }
}

extension JSON {
    /// Returns the value with `null` for each part that is not in the recording.
    fileprivate func replacingHidden(at path: [String], _ note: ([String], String, String) -> Void) -> JSON {
        if let hidden {
            note(path, hidden.type, hidden.reason)
            return .null
        }
        switch self {
        case .array(let elements):
            return .array(elements.enumerated().map { $1.replacingHidden(at: path + ["\($0)"], note) })
        case .object(let members):
            return .object(
                members.map { .init(name: $0.name, value: $0.value.replacingHidden(at: path + [$0.name], note)) })
        default: return self
        }
    }

    /// Replaces the part at a path, or adds it.
    fileprivate mutating func set(_ value: JSON, at path: ArraySlice<String>) {
        guard let first = path.first else { return self = value }
        switch self {
        case .array(var elements):
            guard let index = Int(first), elements.indices.contains(index) else { return }
            elements[index].set(value, at: path.dropFirst())
            self = .array(elements)
        case .object(var members):
            if let index = members.firstIndex(where: { $0.isNamed(first) }) {
                members[index].value.set(value, at: path.dropFirst())
            } else {
                members.append(.init(name: first, value: value))
            }
            self = .object(members)
        default: break
        }
    }
}
