#if canImport(Combine) || OpenCombine || App
    #if canImport(Combine)
        public import Combine
    #else
        public import OpenCombine
    #endif
    public import Millrace

    extension Engine {
        /// Registers a command handler that returns a publisher.
        ///
        /// Each value of the publisher becomes data of the command. The publisher's completion ends the command, and its
        /// failure fails the command.
        ///
        /// `publisher` is called on the engine's actor, and the handler subscribes to the result there. The publisher may
        /// publish on any thread. Values that it publishes synchronously have been reduced when the outermost `send` returns.
        ///
        /// Cancelling the command cancels the subscription. A publisher that never completes runs until the command is
        /// cancelled. A retry calls `publisher` again. The command reports no progress.
        ///
        /// - Returns: a subscription. Cancelling it removes the handler, unless another handler has replaced that handler.
        @discardableResult
        public func handle<C: Command, Source: Publisher>(
            _ type: C.Type, fileID: StaticString = #fileID, line: UInt = #line,
            _ publisher: @escaping (C) -> Source
        ) -> Millrace.Subscription where Source.Output == C.Output, Source.Failure == C.Failure {
            handle(type, fileID: fileID, line: line) { command, reply in reply.subscribe(to: publisher(command)) }
        }

        /// Registers a command handler that returns a publisher, and says whether the command reports its start.
        ///
        /// With `reportsStart`, the command sends ``Millrace/Event/progress(_:)`` when it starts for the first time, before the
        /// values of the publisher. A retry does not report the start again.
        ///
        /// - Returns: a subscription that removes the handler.
        @discardableResult
        public func handle<C: Command, Source: Publisher>(
            _ type: C.Type, reportsStart: Bool, fileID: StaticString = #fileID, line: UInt = #line,
            _ publisher: @escaping (C) -> Source
        ) -> Millrace.Subscription
        where Source.Output == C.Output, Source.Failure == C.Failure, C.Progress == Void {
            handle(type, fileID: fileID, line: line) { command, reply in
                if reportsStart, reply.attempt == 1 { reply.progress() }
                reply.subscribe(to: publisher(command))
            }
        }
    }

    extension Reply {
        fileprivate func subscribe<Source: Publisher>(to publisher: Source)
        where Source.Output == C.Output, Source.Failure == C.Failure {
            let subscriber = CommandSubscriber(self)
            onCancel { subscriber.cancel() }
            publisher.subscribe(subscriber)
        }
    }

    /// Passes the values of a publisher to the command's reply.
    ///
    /// The reply and the subscriber retain each other until the command ends.
    private final class CommandSubscriber<C: Command>: Subscriber, Sendable {
        private struct State {
            /// `nil` once the command has ended.
            var reply: Reply<C>?
            var subscription: (any CombineSubscription)?
        }

        /// Safe: any thread may cancel the subscription in it.
        private let state: LockedValue<State>

        init(_ reply: Reply<C>) { state = LockedValue(State(reply: reply)) }

        func receive(subscription: any CombineSubscription) {
            let isAccepted = state.withLock { state in
                guard state.reply != nil, state.subscription == nil else { return false }
                state.subscription = subscription
                return true
            }
            if isAccepted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        func receive(_ output: C.Output) -> Subscribers.Demand {
            state.withLock { $0.reply }?.data(output)
            return .none
        }

        func receive(completion: Subscribers.Completion<C.Failure>) {
            let reply = end().reply
            switch completion {
            case .finished: reply?.finish()
            case .failure(let error): reply?.fail(error)
            }
        }

        /// Cancels the subscription, because the command was cancelled or has timed out.
        func cancel() { end().subscription?.cancel() }

        private func end() -> State {
            state.withLock { state in
                defer { state = State() }
                return state
            }
        }
    }
#endif
