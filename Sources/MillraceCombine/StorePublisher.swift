#if canImport(Combine) || OpenCombine || App
    #if canImport(Combine)
        public import Combine
    #else
        public import OpenCombine
    #endif
    public import Millrace

    /// A publisher of a part of a store's state, of its whole state, or of its outputs.
    ///
    /// The publisher never fails. It completes when the store is released or its engine is shut down.
    ///
    /// Subscribe on the store's actor, as often as needed. Subscribing on another actor or thread stops the program. Values and
    /// the completion are received on the store's actor. Demand and cancellation may come from any thread.
    ///
    /// Neither the publisher nor a subscription retains the store. If the store was released before, a new subscription
    /// completes at once.
    public struct StorePublisher<Output>: Publisher {
        /// The publisher never fails.
        public typealias Failure = Never

        /// Registers `body` with the store until `owner` is released. The store releases `body` when it is released itself. If
        /// it was released before, `body` is released at once.
        typealias Register = (_ owner: AnyObject, _ body: @escaping (Output) -> Void) -> Millrace.Subscription?

        private let actorContext: ActorContext
        private let keepsNewest: Bool
        private let register: Register

        init(at actor: any Actor, keepsNewest: Bool, _ register: @escaping Register) {
            (actorContext, self.keepsNewest, self.register) = (ActorContext(actor: actor), keepsNewest, register)
        }

        /// Attaches `subscriber`.
        ///
        /// When this function returns, `subscriber` has received the subscription and, if it has requested a value, the current
        /// value.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Never {
            actorContext.actor?.preconditionIsolated(
                "Millrace: a store's publisher was subscribed to on another actor or thread. To fix this, subscribe on the "
                    + "store's own actor. To receive values elsewhere, use receive(on:).")
            let subscription = StoreSubscription(to: subscriber, on: actorContext, keepsNewest: keepsNewest)
            subscriber.receive(subscription: subscription)
            subscription.start(register)
        }
    }

    extension Store {
        /// Returns a publisher of the part of the state at `path`. It publishes the current value at once, and each new value
        /// after the turn that changed it.
        ///
        /// A subscriber receives as many values as it requests. If values change faster than the subscriber requests them, it
        /// receives only the newest one with its next request: at once if it requests during `receive(_:)`, otherwise in the
        /// actor's next job.
        public func publisher<Value: Equatable>(
            for path: KeyPath<R.State, Value>, isolation: isolated (any Actor) = #isolation
        ) -> StorePublisher<Value> {
            StorePublisher(at: isolation, keepsNewest: true) { [weak self] in self?.subscribe(to: path, owner: $0, $1) }
        }

        /// Returns a publisher of the whole state. It publishes the current state at once, and the state after each turn of the
        /// store, even if the state has not changed.
        ///
        /// A slow subscriber receives only the newest state, as with ``publisher(for:isolation:)``.
        public func publisher(isolation: isolated (any Actor) = #isolation) -> StorePublisher<R.State> {
            StorePublisher(at: isolation, keepsNewest: true) { [weak self] in self?.subscribe(owner: $0, $1) }
        }

        /// Returns a publisher of each output of the store's reducer. It publishes an output in the output's own turn.
        ///
        /// If the subscriber has not requested a value, it does not receive the output, as with a `PassthroughSubject`. Use the
        /// operator `buffer` if the subscriber needs every output.
        public func outputPublisher(isolation: isolated (any Actor) = #isolation) -> StorePublisher<R.Output> {
            StorePublisher(at: isolation, keepsNewest: false) { [weak self] in self?.onOutput(owner: $0, $1) }
        }
    }
#endif
