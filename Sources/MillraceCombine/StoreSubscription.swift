#if canImport(Combine) || OpenCombine || App
    #if canImport(Combine)
        import Combine
    #else
        import OpenCombine
    #endif
    import Millrace

    /// The subscription of one subscriber to a store.
    ///
    /// The store sends values, and the subscriber receives them, on the store's actor, one after the other. Demand and
    /// cancellation may come from any thread, so a lock protects them.
    final class StoreSubscription<Value>: @unchecked Sendable {
        private struct State {
            /// `nil` after the subscription was cancelled or has completed.
            var subscriber: (any Subscriber<Value, Never>)?
            /// The owner of the registration with the store. Releasing it ends the registration.
            var owner: Owner? = Owner()
            var demand = Subscribers.Demand.none
            /// Whether there is a value that the subscriber has not yet requested.
            var hasUnsentValue = false
        }

        private final class Owner: Sendable {}

        /// An object that only the store retains. Its deinitializer finishes the subscription when the store is released.
        private final class ReleaseObserver {
            let target: StoreSubscription
            init(of target: StoreSubscription) { self.target = target }
            deinit { target.finish() }
        }

        private let actorContext: ActorContext
        private let keepsNewest: Bool
        /// Safe: the subscriber in it is called only on the store's actor. The thread that cancels releases it, which Combine
        /// allows.
        private let state: LockedValue<State>
        // Safe: only the store's actor accesses these properties.
        private var subscription: Millrace.Subscription?
        private var newest: Value?
        private var isFinished = false
        private var isDelivering = false

        init(to subscriber: some Subscriber<Value, Never>, on actorContext: ActorContext, keepsNewest: Bool) {
            state = LockedValue(State(subscriber: subscriber))
            (self.actorContext, self.keepsNewest) = (actorContext, keepsNewest)
        }

        // MARK: On the store's actor

        /// Registers with the store. Does nothing if the subscriber cancelled when it received the subscription.
        func start(_ register: StorePublisher<Value>.Register) {
            guard let owner = state.withLock({ $0.owner }) else { return }
            let releaseObserver = ReleaseObserver(of: self)
            subscription = register(owner) { releaseObserver.target.receive($0) }
        }

        private func receive(_ value: Value) {
            newest = value
            deliver()
        }

        private func finish() {
            isFinished = true
            deliver()
        }

        /// Passes the newest value to the subscriber if it has requested one.
        ///
        /// The subscriber may send to the store while it receives a value. The values that result from this are passed before
        /// the outermost call returns.
        private func deliver() {
            guard !isDelivering else { return }
            isDelivering = true
            defer { isDelivering = false }
            while !isFinished, let value = newest, let subscriber = takeDemand() {
                newest = nil
                let demand = subscriber.receive(value)
                state.withLock { $0.demand += demand }
            }
            if isFinished { removeSubscriber()?.receive(completion: .finished) }
            if isFinished || !keepsNewest { newest = nil }
        }

        /// Returns the subscriber and reduces its demand by one; `nil` if it has not requested a value.
        private func takeDemand() -> (any Subscriber<Value, Never>)? {
            state.withLock { state in
                if state.demand == .none {
                    state.hasUnsentValue = keepsNewest
                    return nil
                }
                state.demand -= 1
                return state.subscriber
            }
        }

        private func releaseRegistration() {
            subscription?.cancel()
            (subscription, newest) = (nil, nil)
        }

        // MARK: On any thread

        /// Removes and returns the subscriber; `nil` if it was removed before.
        private func removeSubscriber() -> (any Subscriber<Value, Never>)? {
            state.withLock { state in
                defer { (state.subscriber, state.owner, state.hasUnsentValue) = (nil, nil, false) }
                return state.subscriber
            }
        }
    }

    extension StoreSubscription: CombineSubscription {
        func request(_ demand: Subscribers.Demand) {
            let hasUnsentValue = state.withLock { state in
                state.demand += demand
                guard state.demand > .none else { return false }
                defer { state.hasUnsentValue = false }
                return state.hasUnsentValue
            }
            if hasUnsentValue { actorContext.enqueue { self.deliver() } }
        }

        func cancel() {
            // Releasing the owner has ended the registration. This releases the subscription object and the value too.
            if removeSubscriber() != nil { actorContext.enqueue { self.releaseRegistration() } }
        }
    }
#endif
