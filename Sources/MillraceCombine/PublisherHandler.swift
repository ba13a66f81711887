#if canImport(Combine) || OpenCombine
    #if canImport(Combine)
        public import Combine
    #else
        public import OpenCombine
    #endif
    public import Millrace

    extension Engine {
        /// Registers a handler whose answers are a publisher's: each value is data, its completion ends the command,
        /// and its failure, which is of the command's own type, fails it.
        ///
        /// `publisher` is called on the engine's actor and subscribed to there. It may publish on any thread; what it
        /// publishes at once has been reduced when the outermost `send` returns. Cancelling the command cancels the
        /// subscription; a retry makes and subscribes to another publisher. A publisher that never completes runs until
        /// then. Where `C.Progress` is `Void`, the command reports progress each time it starts.
        ///
        /// - Returns: what takes the handler out again; one that was replaced takes nothing out.
        @discardableResult
        public func handle<C: Command, Answers: Publisher>(
            _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
            _ publisher: @escaping (C) -> Answers
        ) -> Millrace.Subscription where Answers.Output == C.Output, Answers.Failure == C.Failure {
            handle(type, fileID: fileID, line: line) { command, reply in
                let answering = CommandSubscriber(reply)
                reply.onCancel { answering.cancel() }
                if let progress = () as? C.Progress { reply.progress(progress) }
                publisher(command).subscribe(answering)
            }
        }
    }

    /// Passes on to a command what its publisher publishes.
    ///
    /// The reply keeps it, and it the reply, until the command ends.
    private final class CommandSubscriber<C: Command>: Subscriber, Sendable {
        private struct Line {
            /// `nil` once the command has ended.
            var reply: Reply<C>?
            var subscription: (any CombineSubscription)?
        }

        /// Safe: the subscription in it is one that any thread may cancel.
        private let line: LockedValue<Line>

        init(_ reply: Reply<C>) { line = LockedValue(Line(reply: reply)) }

        func receive(subscription: any CombineSubscription) {
            let isWanted = line.withLock { line in
                guard line.reply != nil, line.subscription == nil else { return false }
                line.subscription = subscription
                return true
            }
            if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        func receive(_ output: C.Output) -> Subscribers.Demand {
            line.withLock { $0.reply }?.data(output)
            return .none
        }

        func receive(completion: Subscribers.Completion<C.Failure>) {
            let reply = end().reply
            switch completion {
            case .finished: reply?.finish()
            case .failure(let error): reply?.fail(error)
            }
        }

        /// The command was cancelled or timed out.
        func cancel() { end().subscription?.cancel() }

        private func end() -> Line {
            line.withLock { line in
                defer { line = Line() }
                return line
            }
        }
    }
#endif
