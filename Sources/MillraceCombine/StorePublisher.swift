#if canImport(Combine) || OpenCombine
    #if canImport(Combine)
        public import Combine
    #else
        public import OpenCombine
    #endif
    public import Millrace

    /// A part of a store, the whole of it, or its outputs, as a publisher. It never fails, and completes when the store
    /// goes or its engine is shut down.
    ///
    /// Subscribe on the store's actor, as often as you like; elsewhere the program stops. Everything is received there
    /// too, and may be asked for and cancelled on any thread. Neither the publisher nor a subscription keeps the store
    /// alive: that of a store that has gone completes at once.
    public struct StorePublisher<Output>: Publisher {
        /// It never fails.
        public typealias Failure = Never

        /// Registers a body with the store for as long as an owner lives. The body is let go when the store goes, or at
        /// once when it has gone.
        typealias Register = (_ owner: AnyObject, _ body: @escaping (Output) -> Void) -> Millrace.Subscription?

        private let home: ActorContext
        private let keepsNewest: Bool
        private let register: Register

        init(at actor: any Actor, keepsNewest: Bool, _ register: @escaping Register) {
            (home, self.keepsNewest, self.register) = (ActorContext(actor: actor), keepsNewest, register)
        }

        /// Attaches `subscriber`, which has received the subscription, and the value now if it asked for one, when this
        /// returns.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Never {
            home.actor?.preconditionIsolated(
                "Millrace: a publisher of a store was subscribed to on another actor or thread. To fix this, subscribe on the "
                    + "store's own actor; receive(on:) moves what comes of it.")
            let feed = StoreSubscription(to: subscriber, at: home, keepsNewest: keepsNewest)
            subscriber.receive(subscription: feed)
            feed.start(register)
        }
    }

    extension Store {
        /// The part at `path`: its value at once, and each that follows, after the turn that changed it.
        ///
        /// A subscriber receives as many values as it asks for. One that is slower than the changes finds the newest
        /// when it asks again: at once where it asks while it receives, else as the actor's next job.
        public func publisher<Value: Equatable>(
            for path: KeyPath<R.State, Value>, isolation: isolated (any Actor) = #isolation
        ) -> StorePublisher<Value> {
            StorePublisher(at: isolation, keepsNewest: true) { [weak self] in self?.subscribe(to: path, owner: $0, $1) }
        }

        /// The whole state: at once, and after each turn of the store, whatever it changed. A subscriber that is slow
        /// is served as by ``publisher(for:isolation:)``.
        public func publisher(isolation: isolated (any Actor) = #isolation) -> StorePublisher<R.State> {
            StorePublisher(at: isolation, keepsNewest: true) { [weak self] in self?.subscribe(owner: $0, $1) }
        }

        /// Each output of the store's reducer, in a turn of its own.
        ///
        /// An output that comes while the subscriber asks for none passes it by, as with a `PassthroughSubject`: put a
        /// `buffer` between where that matters.
        public func outputPublisher(isolation: isolated (any Actor) = #isolation) -> StorePublisher<R.Output> {
            StorePublisher(at: isolation, keepsNewest: false) { [weak self] in self?.onOutput(owner: $0, $1) }
        }
    }
#endif
