/// A command that can be stored and resumed after a restart.
public protocol DurableCommand: RespondingCommand, Codable {
    /// The handling of a command that was in flight when the process ended.
    static var resumption: Resumption { get }
}
