/// A command that contains its own handler, for work that is too small to register a handler for.
///
/// A handler that is registered for the same type is used instead. A test can therefore replace ``handle()``.
public protocol ExecutableCommand: Command {
    /// Performs the work. The command ends when this method returns or throws.
    ///
    /// Called on the engine's actor. A `nonisolated(nonsending)` implementation stays on that actor.
    func handle() async throws(Failure) -> Output
}
