/// A mistake in how a program uses the library. It has three parts: the problem, its cause and its fix.
///
/// The texts name messages and errors as ``name(of:)`` does. They contain no payload.
///
/// ``Engine/onFault`` is called for each fault. If a fault prevents the delivery of a message, the message's receipt throws the
/// fault.
public struct Fault: Error, Hashable, CustomStringConvertible {
    /// The kind of a fault. Other modules of Millrace add their own kinds.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the constant, such as `"noHandler"`.
        public let name: String

        package init(_ name: String) { self.name = name }

        /// The name of the constant.
        public var description: String { name }

        /// A command was executed, but the engine has no handler for its type.
        public static let noHandler = Kind("noHandler")
        /// A second handler for a command type replaced the first.
        public static let handlerReplaced = Kind("handlerReplaced")
        /// A command failed, and nothing handled the failure.
        public static let unhandledFailure = Kind("unhandledFailure")
        /// A message was sent, or something was registered, after the engine was shut down.
        public static let shutDown = Kind("shutDown")
        /// A message could not be delivered, because its store was released.
        public static let storeReleased = Kind("storeReleased")
        /// An action was sent to a child that does not exist.
        public static let missingChild = Kind("missingChild")
        /// A flow was mapped without the child's key path, so the effects of a removed grandchild cannot be cancelled.
        public static let missingChildPath = Kind("missingChildPath")
        /// More than ``Engine/turnsPerSlice`` turns followed one another without a pause.
        public static let runaway = Kind("runaway")
        /// `resume` was called for a message that no middleware holds.
        public static let unknownHeldMessage = Kind("unknownHeldMessage")
        /// Middleware still held a message when the engine was shut down.
        public static let heldAtShutdown = Kind("heldAtShutdown")
        /// A middleware changed or copied a message with a payload that does not fit, or redirected it to a flow of another
        /// reducer.
        public static let wrongPayload = Kind("wrongPayload")
        /// A middleware redirected a message to a store of another engine.
        public static let otherEngine = Kind("otherEngine")
        /// A handler released its reply without ending the command.
        public static let replyDropped = Kind("replyDropped")
        /// A handler used its reply after the command had ended.
        public static let replyAfterEnd = Kind("replyAfterEnd")
        /// Listeners of one message wait for each other in a cycle.
        public static let circularWait = Kind("circularWait")
        /// A listener waits for a listener that does not receive the message, or that always receives it later.
        public static let ineffectiveWait = Kind("ineffectiveWait")
        /// A store requested a transition or sent an input, but has no owner (for a module, its navigator) to deliver it.
        public static let noOwner = Kind("noOwner")
        /// A fault that a reducer of the application reported.
        public static let custom = Kind("custom")
    }

    /// The kind of the fault.
    public let kind: Kind
    /// A sentence that says what happened, and where.
    public let problem: String
    /// A sentence that says why it happened, and with what effect.
    public let cause: String
    /// A sentence that says how to fix it.
    public let fix: String

    /// The three sentences: the problem, its cause and its fix.
    public var description: String { "\(problem) \(cause) \(fix)" }

    /// Returns a fault that the application defines, for ``Flow/fault(_:)``. Each argument is a sentence. Name messages and
    /// errors with ``name(of:)``.
    public static func custom(_ problem: String, cause: String, fix: String) -> Fault {
        Fault(.custom, problem, cause, fix)
    }

    init(_ kind: Kind, _ problem: String, _ cause: String, _ fix: String) {
        (self.kind, self.problem, self.cause, self.fix) = (kind, problem, cause, fix)
    }
}

/// A position in the source code.
package struct Site: CustomStringConvertible {
    let fileID: StaticString
    let line: UInt

    package init(_ fileID: StaticString, _ line: UInt) { (self.fileID, self.line) = (fileID, line) }

    package var description: String { "\(fileID):\(line)" }
}
