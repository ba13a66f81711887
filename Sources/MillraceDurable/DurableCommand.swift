/// A command with all that is needed to store it and to resume it after a restart. This version does neither; see ``Durable``.
public protocol DurableCommand: RespondingCommand, Codable {
    /// The handling of a command that was in flight when the process ended.
    static var resumption: Resumption { get }
}
