/// Something wrong in the wiring, with the sentence that mends it.
///
/// Faults go to ``Engine/onFault``; what could not be delivered because of one also throws it to whoever awaits the
/// receipt.
public struct Fault: Error, Hashable, CustomStringConvertible {
    /// Which wiring is wrong. The set is open: a target on top of the kernel adds its own.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name, as it is written after the dot.
        public let name: String

        package init(_ name: String) { self.name = name }

        /// The name.
        public var description: String { name }

        /// A command was executed for which there is no handler.
        public static let noHandler = Kind("noHandler")
        /// A handler took the place of another.
        public static let handlerReplaced = Kind("handlerReplaced")
        /// A command failed, and nobody was there to hear.
        public static let unhandledFailure = Kind("unhandledFailure")
        /// A message or a registration came after the engine was shut down.
        public static let shutDown = Kind("shutDown")
        /// A message waited for a store that has gone.
        public static let storeReleased = Kind("storeReleased")
        /// An action was meant for a child that is not there.
        public static let missingChild = Kind("missingChild")
        /// A child's flow was mapped without saying where the child lives, though work in it depends on that.
        public static let missingChildPath = Kind("missingChildPath")
        /// Turns follow each other without end.
        public static let runaway = Kind("runaway")
        /// A message was resumed that no middleware holds.
        public static let unknownHeldMessage = Kind("unknownHeldMessage")
        /// A message was still held when the engine was shut down.
        public static let heldAtShutdown = Kind("heldAtShutdown")
        /// A middleware put a message in place of another that cannot take its place.
        public static let wrongPayload = Kind("wrongPayload")
        /// A middleware redirected a message to a store of another engine.
        public static let otherEngine = Kind("otherEngine")
        /// A handler let its reply go without ending it.
        public static let replyDropped = Kind("replyDropped")
        /// A handler used its reply after it had ended the command.
        public static let replyAfterEnd = Kind("replyAfterEnd")
        /// Listeners wait for each other in one delivery.
        public static let circularWait = Kind("circularWait")
        /// A listener waits for one that does not hear the message, or not yet.
        public static let ineffectiveWait = Kind("ineffectiveWait")
        /// A store sent a transition or a message for another store, and has no owner that knows where it goes.
        public static let noOwner = Kind("noOwner")
        /// What a reducer of the application reported.
        public static let custom = Kind("custom")
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
