/// The error of a search.
public struct SearchFailure: Error, Hashable, Codable {
    /// The reason, as a sentence.
    public let reason: String

    /// Creates the error.
    public init(_ reason: String) { self.reason = reason }
}
