import Millrace

/// Writes down every event.
struct LogEvents: Middleware {
    let write: (String) -> Void

    func intercept(_ message: Message, next: Next) {
        if message.kind == .event { write("\(message)") }
        next(message)
    }
}
