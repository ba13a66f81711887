import Millrace

/// Ends what needs an account as though it were done, while there is none.
struct Blockade: Middleware {
    func intercept(_ message: Message, next: Next) {
        if message.mustWait { next.silence() } else { next(message) }
    }
}

/// Keeps what needs an account until there is one.
final class WaitingRoom: Middleware {
    private var guests: [(message: Message, next: Next)] = []

    func intercept(_ message: Message, next: Next) {
        if message.mustWait {
            guests.append((message, next))
            return
        }
        next(message)
        if case .accountReady? = message.payload as? Newspaper.Action { letIn() }
    }

    private func letIn() {
        let waited = guests
        guests = []
        for guest in waited { guest.next(guest.message) }
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

    func intercept(_ message: Message, next: Next) throws {
        if message.mustWait { throw NoAccount() }
        next(message)
    }
}

/// Writes down what happens before each action, after all that it caused, and when something fails.
@MainActor final class Diary: @MainActor FailureMiddleware {
    private let write: (String) -> Void

    init(write: @escaping (String) -> Void) { self.write = write }

    func intercept(_ message: Message, next: Next) {
        write("before \(message)")
        next(message).whenFinished { [write] _ in write("after \(message)") }
    }

    func failed(_ error: any Error, _ message: Message) { write("\(error) in \(message)") }
}

/// Counts messages by their names alone, whatever they hold.
final class Tally: Middleware {
    private(set) var counts: [String: Int] = [:]

    func intercept(_ message: Message, next: Next) {
        counts[caseName(of: message.payload), default: 0] += 1
        next(message)
    }
}
