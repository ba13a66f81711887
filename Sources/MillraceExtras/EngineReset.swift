public import Millrace

/// The error of a receipt whose work was cancelled by ``Engine/reset(_:)``.
public struct EngineReset: CancellingError, Hashable, CustomStringConvertible {
    /// The parts that were reset.
    public let parts: Reset

    /// Creates the error of a reset of `parts`.
    public init(parts: Reset) { self.parts = parts }

    /// The error as a sentence.
    public var description: String { "The engine was reset before the work had ended." }
}
