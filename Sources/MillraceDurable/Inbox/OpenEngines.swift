#if SQLite || App
    import Millrace

    /// The engines of a storage that are open in this process.
    final class OpenEngines: Sendable {
        /// How other threads reach an open engine. Its writer may be used only on its actor.
        struct Member: Sendable {
            let context: ActorContext
            let writer: ActorBound<DurableWriter>
            /// Distinguishes the engine from the others that were opened in this process.
            let number: Int
        }

        private struct State {
            /// The members by name. A name without a member is reserved.
            var members: [String: Member?] = [:]
            var lastNumber = 0
            /// Called with the name of an engine that gets a message while it is not open.
            var onMessage: (@Sendable (_ engine: String) -> Void)?
            var status = DurableStatus.working
            /// Called with each event of a storage that nodes share.
            var receivers: [@Sendable (BackendEvent) -> Void] = []
            var signals = EngineSignals()
        }

        private let state = Lock(State())
        /// The readers of stores whose engines other nodes have.
        let readers = StoredReaders()
        /// Measures the pauses between reads.
        let clock: any Clock<Duration>

        init(_ clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

        /// Reserves a name. Returns `false` if it is in use.
        func reserve(_ name: String) -> Bool {
            state.withLock { state in
                if state.members[name] != nil { return false }
                state.members[name] = .some(nil)
                return true
            }
        }

        /// Adds the writer of a reserved name, when its engine has resumed.
        func add(_ writer: DurableWriter) {
            let (context, name, reference) = (writer.context, writer.name, ActorBound(writer))
            state.withLock { state in
                state.lastNumber += 1
                state.members[name] = Member(context: context, writer: reference, number: state.lastNumber)
            }
            signal(.opened, of: name)
        }

        /// Notes that an engine takes no more messages. Its name is reserved until its last write has ended.
        func noteEnd(of writer: DurableWriter) {
            let name = writer.name
            state.withLock { state in if state.members[name] != nil { state.members[name] = .some(nil) } }
        }

        func remove(_ name: String) { state.withLock { _ = $0.members.removeValue(forKey: name) } }

        subscript(name: String) -> Member? { state.withLock { $0.members[name] ?? nil } }

        func onMessage(_ receive: @escaping @Sendable (_ engine: String) -> Void) {
            state.withLock { $0.onMessage = receive }
        }

        /// Whether the storage works.
        var status: DurableStatus { state.withLock { $0.status } }

        /// Calls this with each event of a storage that nodes share, on any thread, after the open engines have received it.
        func onEvent(_ receive: @escaping @Sendable (BackendEvent) -> Void) {
            state.withLock { $0.receivers.append(receive) }
        }

        /// Lets a signal be set at changes of an engine. Returns its number.
        func add(_ signal: EngineSignal, at changes: Set<EngineChange>, of engine: String) -> Int {
            state.withLock { $0.signals.add(signal, at: changes, of: engine) }
        }

        func remove(signal number: Int, of engine: String) {
            state.withLock { $0.signals.remove(number, of: engine) }
        }

        private func signal(_ change: EngineChange, of engine: String?) {
            for signal in state.withLock({ $0.signals.signals(at: change, of: engine) }) { signal.set() }
        }

        /// Passes an event of a storage that nodes share to the open engines, and then to others.
        func receive(_ event: BackendEvent) {
            switch event {
            case .message(let name): read(name)
            case .lost(let name): end(name)
            case .stored(let name): signal(.stored, of: name)
            case .released(let name): signal(.released, of: name)
            case .status(let status): state.withLock { $0.status = status }
            case .asked, .value, .relayed: break
            }
            for receive in state.withLock({ $0.receivers }) { receive(event) }
        }

        /// Lets an engine read its inbox, if it is open.
        private func read(_ name: String) {
            guard let member = self[name] else { return }
            member.context.enqueue { member.writer.open()?.receive() }
        }

        /// Ends an engine that another node has taken.
        private func end(_ name: String) {
            guard let member = self[name] else { return }
            member.context.enqueue { member.writer.open()?.fail(.otherWriter(engine: name)) }
        }

        /// Lets an engine read its inbox, if it is open. Otherwise, passes its name to ``onMessage(_:)``.
        func wake(_ name: String) {
            let onMessage = state.withLock { $0.onMessage }
            guard let member = self[name] else { return onMessage?(name) ?? () }
            member.context.enqueue {
                guard let writer = member.writer.open(), !writer.isClosed else { return onMessage?(name) ?? () }
                writer.receive()
            }
        }
    }
#endif
