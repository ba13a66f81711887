/// A recorded error of a command that fails with `any Error`.
///
/// The original type is not known when a recording is read, so this type replaces it. A reducer that depends on the kind of
/// error needs a command with a `Failure` of its own: a `Codable` failure is decoded with its type.
public struct RecordedError: Error, Hashable, Codable, CustomStringConvertible {
    /// The name of the original error's type.
    public let type: String
    /// The description of the original error.
    public let description: String

    /// Creates an error from the name of a type and a description.
    public init(type: String, description: String) {
        (self.type, self.description) = (type, description)
    }
}
