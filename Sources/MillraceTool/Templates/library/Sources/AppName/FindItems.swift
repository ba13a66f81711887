public import MillraceKit

/// Finds the items that contain a text. The application that uses the library registers the handler.
public struct FindItems: Command, Hashable, Codable {
    /// The items.
    public typealias Output = [String]
    /// It reports no progress.
    public typealias Progress = Never
    /// The reason why there are no items.
    public typealias Failure = SearchFailure

    /// The text that the items contain.
    public let text: String

    /// Creates the command.
    public init(_ text: String) { self.text = text }
}
