/// Something wrong in the wiring, with the sentence that mends it.
///
/// Faults go to ``Engine/onFault``; what could not be delivered because of one also throws it to whoever awaits the
/// receipt.
public struct Fault: Error, Hashable, CustomStringConvertible {
    /// Which wiring is wrong. Others may come: do not switch over it without a `default`.
    public enum Kind: Hashable, Sendable {
        /// A command was executed for which there is no handler.
        case noHandler
        /// A handler took the place of another.
        case handlerReplaced
        /// A command failed, and nobody was there to hear.
        case unheardFailure
        /// A message or a registration came after the engine was shut down.
        case shutDown
        /// A message waited for a store that has gone.
        case storeGone
        /// An action was meant for a child that is not there.
        case missingChild
        /// A child's flow was mapped without saying where the child lives, though work in it depends on that.
        case unplacedChild
        /// Turns follow each other without end.
        case runaway
        /// A message was resumed that no middleware holds.
        case unknownHeldMessage
        /// A message was still held when the engine was shut down.
        case heldAtShutdown
        /// A middleware put a message in place of another that cannot take its place.
        case wrongPayload
        /// A middleware redirected a message to a store of another engine.
        case otherEngine
        /// A handler let its reply go without ending it.
        case replyDropped
        /// A handler used its reply after it had ended the command.
        case replyAfterEnd
        /// Listeners wait for each other in one delivery.
        case circularWait
        /// A listener waits for one that does not hear the message, or not yet.
        case vainWait
        /// A transition or an input was asked for by a store that is no scene of a navigator.
        case noNavigator
        /// A module told another that is not there, or has gone.
        case noChild
        /// A router asked for a way out that does not fit where its scene stands.
        case unfitVerb
        /// What a reducer of the application reported.
        case custom
    }

    /// Which wiring is wrong.
    public let kind: Kind
    /// What happened, and where.
    public let happened: String
    /// Why it is wrong, and how to mend it.
    public let remedy: String

    /// Both, as two sentences.
    public var description: String { "\(happened) \(remedy)" }

    /// A fault of the application's own, for ``Flow/fault(_:)``: what happened, and the sentence that mends it.
    public static func custom(_ happened: String, _ remedy: String) -> Fault { Fault(.custom, happened, remedy) }

    package init(_ kind: Kind, _ happened: String, _ remedy: String) {
        (self.kind, self.happened, self.remedy) = (kind, happened, remedy)
    }
}

/// A place in the source.
struct Site: CustomStringConvertible {
    let fileID: StaticString
    let line: UInt

    init(_ fileID: StaticString, _ line: UInt) { (self.fileID, self.line) = (fileID, line) }

    var description: String { "\(fileID):\(line)" }
}
