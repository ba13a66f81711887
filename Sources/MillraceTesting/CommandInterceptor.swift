import Millrace

/// Sees each command before its turn, and has those that nobody else handles kept for the test.
struct CommandInterceptor: Middleware {
    let requests: Requests
    let engine: () -> Engine?

    func intercept(_ message: Message) -> Decision {
        if let command = message.payload as? any Command, let engine = engine() { serve(command, on: engine) }
        return .pass
    }

    private func serve<C: Command>(_ command: C, on engine: Engine) { requests.serve(C.self, on: engine) }
}
