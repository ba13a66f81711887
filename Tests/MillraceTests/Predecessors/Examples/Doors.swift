import MillraceExtras
import Millrace

/// Ends what needs an account as though it were done, while there is none.
struct Blockade: Middleware {
    func intercept(_ message: Message) -> Decision { message.mustWait ? .drop : .pass }
}

/// Holds what needs an account until there is one.
final class WaitingRoom: Middleware {
    private unowned let engine: Engine
    private var guests: [Message] = []

    init(engine: Engine) { self.engine = engine }

    func intercept(_ message: Message) -> Decision {
        if message.mustWait {
            guests.append(message)
            return .hold
        }
        if case .accountReady? = message.payload(as: Newspaper.Action.self) { letIn() }
        return .pass
    }

    private func letIn() {
        for guest in guests { engine.resume(guest.id) }
        guests = []
    }
}

extension Message {
    /// Whether it needs an account that its store does not have.
    var mustWait: Bool {
        guard let action = payload as? Newspaper.Action else { return false }
        return action.needsAccount && state(of: Newspaper.self)?.reader == nil
    }
}

/// Refuses what needs an account.
struct Refuse: Middleware {
    struct NoAccount: Error, Equatable {}

    func intercept(_ message: Message) throws -> Decision {
        if message.mustWait { throw NoAccount() }
        return .pass
    }
}

/// Writes down what happens before each action, after all that it caused, and when something fails.
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

/// Counts messages by their names alone, whatever they hold.
final class Tally: Middleware {
    private(set) var counts: [String: Int] = [:]

    func intercept(_ message: Message) -> Decision {
        counts[caseName(of: message.payload), default: 0] += 1
        return .pass
    }
}
