/// The reason why a query or an action on a rendered view failed.
public struct RenderedViewError: Error, Equatable, CustomStringConvertible {
    /// The problem, as a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
