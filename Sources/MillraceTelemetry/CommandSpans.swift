#if Telemetry || App
    import Millrace
    import Tracing

    /// The spans of the commands that run. The parent of a span is what caused the command: another command, also if it was answered in
    /// between, or the span of the code that sent the first message, such as that of a document.
    struct CommandSpans {
        /// The number of turns whose context is known, so that messages in the queue find that of their cause.
        private static let maxTurns = 1_024

        private let tracer: any Tracer
        private var spans: [UInt64: any Span] = [:]
        /// The contexts of the last turns, each at the remainder of its number.
        private var turns: [(turn: UInt64, context: ServiceContext)?]

        init(_ tracer: any Tracer) {
            self.tracer = tracer
            turns = Array(repeating: nil, count: Self.maxTurns)
        }

        /// Notes the context of a message, and begins the span of a command.
        ///
        /// - Parameter command: The name of the command; `nil` for another message.
        mutating func begin(_ message: Message, _ command: String?) {
            let cause = message.cause
            var context = cause == 0 ? ServiceContext.current : spans[cause]?.context ?? self.context(of: cause)
            if let command {
                let span: any Span = tracer.startSpan(command, context: context ?? .topLevel)
                spans[message.id] = span
                context = span.context
            }
            turns[Int(message.id % UInt64(Self.maxTurns))] = context.map { (message.id, $0) }
        }

        /// Ends the span of a command. Ignores other messages.
        mutating func end(_ id: UInt64, _ outcome: Message.Outcome) {
            guard let span = spans.removeValue(forKey: id) else { return }
            switch outcome {
            case .failed(let error):
                span.attributes["error.type"] = "\(Fault.name(of: error))"
                span.setStatus(SpanStatus(code: .error))
            case .cancelled: span.attributes["millrace.cancelled"] = true
            default: break
            }
            span.end()
        }

        private func context(of turn: UInt64) -> ServiceContext? {
            turns[Int(turn % UInt64(Self.maxTurns))].flatMap { $0.turn == turn ? $0.context : nil }
        }
    }
#endif
