/// A command that carries its own handler, for work too small to register.
///
/// A handler registered for the same type comes first, so that a test can still put another in its place.
public protocol ExecutableCommand: Command {
    /// Does the work; runs on the engine's actor until it first leaves it, and ends the command when it returns or
    /// throws.
    func handle() async throws(Failure) -> Output
}
