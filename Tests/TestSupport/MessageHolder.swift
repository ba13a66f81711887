public import Millrace

/// A middleware that holds the selected messages until a test resumes them.
public final class MessageHolder: Middleware {
    private let condition: (Message) -> Bool
    /// The messages that were held and not yet resumed by ``resume(on:with:)`` or ``resumeAll(on:)``, oldest first.
    public private(set) var messages: [Message] = []

    /// A middleware that holds the messages for which `condition` returns `true`. Defaults to all.
    public init(where condition: @escaping (Message) -> Bool = { _ in true }) { self.condition = condition }

    /// Holds a selected message, and passes the others.
    public func intercept(_ message: Message) -> Decision {
        guard condition(message) else { return .pass }
        messages.append(message)
        return .hold
    }

    /// Resumes the newest message.
    public func resume(on engine: Engine, with decision: Decision = .pass) {
        if let message = messages.popLast() { engine.resume(message.id, with: decision) }
    }

    /// Resumes all messages, oldest first.
    public func resumeAll(on engine: Engine) {
        let resumed = messages
        messages = []
        for message in resumed { engine.resume(message.id) }
    }
}
