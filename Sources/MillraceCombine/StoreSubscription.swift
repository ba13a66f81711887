#if canImport(Combine) || OpenCombine
    #if canImport(Combine)
        import Combine
    #else
        import OpenCombine
    #endif
    import Millrace

    /// What one subscriber receives of a store.
    ///
    /// Values come from the store and go to the subscriber on the store's actor, one after the other. Demand and
    /// cancellation come on any thread, so they are behind a lock.
    final class StoreSubscription<Value>: @unchecked Sendable {
        private struct Line {
            /// `nil` once it was cancelled or has completed.
            var subscriber: (any Subscriber<Value, Never>)?
            /// The store's registration lasts no longer than this does.
            var owner: Owner? = Owner()
            var demand = Subscribers.Demand.none
            /// Whether a value waits to be asked for.
            var isBehind = false
        }

        private final class Owner: Sendable {}

        /// Held by the store alone: that it goes is how the end of the store is heard of.
        private final class ReleaseObserver {
            let feed: StoreSubscription
            init(of feed: StoreSubscription) { self.feed = feed }
            deinit { feed.finish() }
        }

        private let home: ActorContext
        private let keepsNewest: Bool
        /// Safe: the subscriber in it is called on the store's actor only, and let go on whichever thread cancels, as
        /// is the way of Combine.
        private let line: LockedValue<Line>
        // Safe: the store's actor alone touches these.
        private var subscription: Millrace.Subscription?
        private var newest: Value?
        private var isFinished = false
        private var isDelivering = false

        init(to subscriber: some Subscriber<Value, Never>, at home: ActorContext, keepsNewest: Bool) {
            line = LockedValue(Line(subscriber: subscriber))
            (self.home, self.keepsNewest) = (home, keepsNewest)
        }

        // MARK: On the store's actor

        /// Registers with the store, unless the subscriber has cancelled as it received its subscription.
        func start(_ register: StorePublisher<Value>.Register) {
            guard let owner = line.withLock({ $0.owner }) else { return }
            let ending = ReleaseObserver(of: self)
            subscription = register(owner) { ending.feed.take($0) }
        }

        private func take(_ value: Value) {
            newest = value
            deliver()
        }

        private func finish() {
            isFinished = true
            deliver()
        }

        /// Passes on what there is and is asked for. What comes meanwhile, because the subscriber sends to the store,
        /// is passed on before the outermost call returns.
        private func deliver() {
            guard !isDelivering else { return }
            isDelivering = true
            defer { isDelivering = false }
            while !isFinished, let value = newest, let subscriber = claim() {
                newest = nil
                let demand = subscriber.receive(value)
                line.withLock { $0.demand += demand }
            }
            if isFinished { end()?.receive(completion: .finished) }
            if isFinished || !keepsNewest { newest = nil }
        }

        /// The subscriber, if it asks for a value.
        private func claim() -> (any Subscriber<Value, Never>)? {
            line.withLock { line in
                if line.demand == .none {
                    line.isBehind = keepsNewest
                    return nil
                }
                line.demand -= 1
                return line.subscriber
            }
        }

        private func letGo() {
            subscription?.cancel()
            (subscription, newest) = (nil, nil)
        }

        // MARK: On any thread

        /// Lets the subscriber go.
        private func end() -> (any Subscriber<Value, Never>)? {
            line.withLock { line in
                defer { (line.subscriber, line.owner, line.isBehind) = (nil, nil, false) }
                return line.subscriber
            }
        }
    }

    extension StoreSubscription: CombineSubscription {
        func request(_ demand: Subscribers.Demand) {
            let isBehind = line.withLock { line in
                line.demand += demand
                guard line.demand > .none else { return false }
                defer { line.isBehind = false }
                return line.isBehind
            }
            if isBehind { home.enqueue { self.deliver() } }
        }

        func cancel() {
            // With its owner the registration has ended; here it is let go of too.
            if end() != nil { home.enqueue { self.letGo() } }
        }
    }
#endif
