/// The error of a receipt whose engine was shut down or released before the work had ended.
public struct EngineShutDown: CancellingError, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// A sentence that describes the error.
    public var description: String { "The engine was shut down before the work had ended." }
}
