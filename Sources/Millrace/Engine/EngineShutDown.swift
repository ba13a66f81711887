/// Why a receipt ended: the engine was shut down, or was released.
public struct EngineShutDown: CancellingError, Hashable, CustomStringConvertible {
    /// The error; it holds nothing.
    public init() {}

    /// A sentence.
    public var description: String { "The engine was shut down before the work had ended." }
}

/// An error that cancels what it ends: the outcome is a cancellation, and not a failure.
package protocol CancellingError: Error {}
