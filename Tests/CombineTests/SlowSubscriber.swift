#if canImport(Combine) || OpenCombine || App
    #if canImport(Combine)
        import Combine
    #else
        import OpenCombine
    #endif

    /// A subscriber that requests values when the test does, and may answer each value with more demand.
    @MainActor final class SlowSubscriber<Input>: @MainActor Subscriber {
        typealias Failure = Never

        private(set) var received: [Input] = []
        private(set) var isComplete = false
        private(set) var subscription: (any CombineSubscription)?
        private let atFirst: Subscribers.Demand
        private let after: (Input) -> Subscribers.Demand
        private var waiting: CheckedContinuation<Void, Never>?

        init(
            asking atFirst: Subscribers.Demand = .none, after: @escaping (Input) -> Subscribers.Demand = { _ in .none }
        ) {
            (self.atFirst, self.after) = (atFirst, after)
        }

        func receive(subscription: any CombineSubscription) {
            self.subscription = subscription
            subscription.request(atFirst)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            received.append(input)
            waiting?.resume()
            waiting = nil
            return after(input)
        }

        func receive(completion: Subscribers.Completion<Never>) { isComplete = true }

        /// Calls `ask` to request a value, and waits for it.
        func next(_ ask: (any CombineSubscription) -> Void = { $0.request(.max(1)) }) async {
            await withCheckedContinuation { continuation in
                waiting = continuation
                if let subscription { ask(subscription) }
            }
        }
    }

    #if canImport(Combine)
        typealias CombineSubscription = Combine.Subscription
    #else
        typealias CombineSubscription = OpenCombine.Subscription
    #endif
#endif
