import MillraceExtras
import Millrace

/// Drops actions that need an account while there is none.
struct Blockade: Middleware {
    func intercept(_ message: Message) -> Decision { message.mustWait ? .drop : .pass }
}

/// Holds actions that need an account until there is one.
final class WaitingRoom: Middleware {
    private unowned let engine: Engine
    private var held: [Message] = []

    init(engine: Engine) { self.engine = engine }

    func intercept(_ message: Message) -> Decision {
        if message.mustWait {
            held.append(message)
            return .hold
        }
        if case .accountReady? = message.payload(as: Newspaper.Action.self) { resumeAll() }
        return .pass
    }

    private func resumeAll() {
        for message in held { engine.resume(message.id) }
        held = []
    }
}

extension Message {
    /// Whether the message needs an account that its store does not have.
    var mustWait: Bool {
        guard let action = payload as? Newspaper.Action else { return false }
        return action.needsAccount && state(of: Newspaper.self)?.reader == nil
    }
}

/// Refuses actions that need an account.
struct Refuse: Middleware {
    struct NoAccount: Error, Equatable {}

    func intercept(_ message: Message) throws -> Decision {
        if message.mustWait { throw NoAccount() }
        return .pass
    }
}

/// Logs each action before it is reduced, after all its effects, and when something fails.
@MainActor final class Diary: @MainActor FailureMiddleware {
    private let write: (String) -> Void

    init(write: @escaping (String) -> Void) { self.write = write }

    func intercept(_ message: Message) -> Decision {
        write("before \(message)")
        message.receipt.whenFinished { [write] _ in write("after \(message)") }
        return .pass
    }

    func failed(_ error: any Error, _ message: Message) { write("\(error) in \(message)") }
}

/// Counts messages by their names alone, whatever their associated values.
final class Tally: Middleware {
    private(set) var counts: [String: Int] = [:]

    func intercept(_ message: Message) -> Decision {
        counts[caseName(of: message.payload), default: 0] += 1
        return .pass
    }
}
