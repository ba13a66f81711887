import MillraceExtras
import Millrace

/// Writes down every event before whoever reacts hears of it.
struct LogEvents: Middleware {
    let write: (String) -> Void

    func intercept(_ message: Message) -> Decision {
        if message.kind == .event { write("Published: \(message.payload)") }
        return .pass
    }
}

/// Writes down what goes wrong: the failure of a command, and what other middleware throws.
struct TellErrors: FailureMiddleware {
    let write: (String) -> Void

    func intercept(_ message: Message) -> Decision {
        if let error = message.error { write("Failed: \(error)") }
        return .pass
    }

    func failed(_ error: any Error, _ message: Message) { write("Refused: \(message.payload) because of \(error)") }
}

/// Lets nobody correct a book to have no title.
struct DemandTitle: Middleware {
    struct NoTitle: Error {}

    func intercept(_ message: Message) throws -> Decision {
        if let command = message.payload(as: Bookshop.CorrectTypos.self), command.book.title.isEmpty { throw NoTitle() }
        return .pass
    }
}

@MainActor func watch(_ engine: Engine, write: @escaping (String) -> Void) {
    engine.middleware = [TellErrors(write: write), DemandTitle(), LogEvents(write: write)]
    engine.onFault = { write("Wrong: \($0)") }
}

/// The same, with what is ready-made.
@MainActor func watchBriefly(_ engine: Engine, write: @escaping (String) -> Void) {
    engine.middleware = [
        .onError { error, _ in write("Failed: \(error)") },
        .log(write, where: { $0.kind == .event }),
    ]
}
