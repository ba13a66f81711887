import MillraceJournal

/// A part of a value, as a recording contains it. Texts are equal only if they have the same Unicode scalars.
public struct RecordedPart: Equatable, ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    private let json: JSON

    /// - Parameter json: The part; `nil` for one that does not exist. It equals `null`, because an optional without a value has no part.
    init(json: JSON?) { self.json = json ?? .null }

    /// Reads JSON. A text that is no JSON is the text itself.
    public init(stringLiteral json: String) { self.json = RecordedValue.typed(json) }

    /// The JSON on one line.
    public var description: String { "\(json)" }
}
