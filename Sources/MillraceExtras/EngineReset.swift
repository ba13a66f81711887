public import Millrace

/// The error of a receipt whose work was ended by ``Engine/reset(_:)``.
public struct EngineReset: CancellingError, Hashable, CustomStringConvertible {
    /// The parts that were reset.
    public let parts: Reset

    /// The error of a reset of these parts.
    public init(parts: Reset) { self.parts = parts }

    /// A sentence.
    public var description: String { "The engine was reset before the work had ended." }
}
