import Millrace

/// Registers `Requests` as the handler of each command type that has no other handler, before the command's turn.
struct CommandInterceptor: Middleware {
    let requests: Requests
    let engine: () -> Engine?

    func intercept(_ message: Message) -> Decision {
        if let command = message.payload as? any Command, let engine = engine() { serve(command, on: engine) }
        return .pass
    }

    private func serve<C: Command>(_ command: C, on engine: Engine) { requests.serve(C.self, on: engine) }
}
