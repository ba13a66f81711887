/// A mistake in the wiring: the problem, its cause and its fix.
///
/// Faults go to ``Engine/onFault``. The receipt of a message that could not be delivered because of one throws it.
public struct Fault: Error, Hashable, CustomStringConvertible {
    /// The kind of a fault. The set is open: a target on top of the kernel adds its own.
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
        /// A command failed, and nothing handled the failure.
        public static let unhandledFailure = Kind("unhandledFailure")
        /// A message or a registration came after the engine was shut down.
        public static let shutDown = Kind("shutDown")
        /// A message could not be delivered, because its store was released.
        public static let storeReleased = Kind("storeReleased")
        /// An action was sent to a child that does not exist.
        public static let missingChild = Kind("missingChild")
        /// A child's flow was mapped without the child's key path, which an effect in it depends on.
        public static let missingChildPath = Kind("missingChildPath")
        /// Turns follow one another without an end.
        public static let runaway = Kind("runaway")
        /// A message was resumed, but no middleware held it.
        public static let unknownHeldMessage = Kind("unknownHeldMessage")
        /// A message was still held when the engine was shut down.
        public static let heldAtShutdown = Kind("heldAtShutdown")
        /// A middleware replaced the payload of a message by one that does not fit.
        public static let wrongPayload = Kind("wrongPayload")
        /// A middleware redirected a message to a store of another engine.
        public static let otherEngine = Kind("otherEngine")
        /// A handler released its reply without ending the command.
        public static let replyDropped = Kind("replyDropped")
        /// A handler used its reply after the command had ended.
        public static let replyAfterEnd = Kind("replyAfterEnd")
        /// The waits of listeners form a cycle in one delivery.
        public static let circularWait = Kind("circularWait")
        /// A listener waits for one that does not receive the message, or receives it later.
        public static let ineffectiveWait = Kind("ineffectiveWait")
        /// A store requested a transition or an input for another module, and has no owner that delivers it.
        public static let noOwner = Kind("noOwner")
        /// A fault that a reducer of the application reported.
        public static let custom = Kind("custom")
    }

    /// The kind of the fault.
    public let kind: Kind
    /// What happened, and where: a sentence.
    public let problem: String
    /// Why it happened, and with what effect: a sentence.
    public let cause: String
    /// How to fix it: a sentence.
    public let fix: String

    /// The problem, its cause and its fix.
    public var description: String { "\(problem) \(cause) \(fix)" }

    /// A fault of the application's own, for ``Flow/fault(_:)``. Each argument is a sentence.
    public static func custom(_ problem: String, cause: String, fix: String) -> Fault {
        Fault(.custom, problem, cause: cause, fix: fix)
    }

    package init(_ kind: Kind, _ problem: String, cause: String, fix: String) {
        (self.kind, self.problem, self.cause, self.fix) = (kind, problem, cause, fix)
    }
}

/// A place in the source.
struct Site: CustomStringConvertible {
    let fileID: StaticString
    let line: UInt

    init(_ fileID: StaticString, _ line: UInt) { (self.fileID, self.line) = (fileID, line) }

    var description: String { "\(fileID):\(line)" }
}
