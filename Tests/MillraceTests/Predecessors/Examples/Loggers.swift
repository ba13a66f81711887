import MillraceExtras
import Millrace

/// Logs every event before any listener receives it.
struct LogEvents: Middleware {
    let write: (String) -> Void

    func intercept(_ message: Message) -> Decision {
        if message.kind == .event { write("Published: \(message.payload)") }
        return .pass
    }
}

/// Logs failures of commands, and errors of other middleware.
struct LogErrors: FailureMiddleware {
    let write: (String) -> Void

    func intercept(_ message: Message) -> Decision {
        if let error = message.error { write("Failed: \(error)") }
        return .pass
    }

    func failed(_ error: any Error, _ message: Message) { write("Refused: \(message.payload) because of \(error)") }
}

/// Refuses a correction that removes a book's title.
struct DemandTitle: Middleware {
    struct NoTitle: Error {}

    func intercept(_ message: Message) throws -> Decision {
        if let command = message.payload(as: Bookshop.CorrectTypos.self), command.book.title.isEmpty { throw NoTitle() }
        return .pass
    }
}

@MainActor func attachLoggers(to engine: Engine, write: @escaping (String) -> Void) {
    engine.middleware = [LogErrors(write: write), DemandTitle(), LogEvents(write: write)]
    engine.onFault = { write("Wrong: \($0)") }
}

/// The same, with ready-made middleware.
@MainActor func attachReadyMadeLoggers(to engine: Engine, write: @escaping (String) -> Void) {
    engine.middleware = [
        .onError { error, _ in write("Failed: \(error)") },
        .log(write, where: { $0.kind == .event }),
    ]
}
