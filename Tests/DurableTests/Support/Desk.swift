#if SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceExtras
    import TestSupport
    import Testing

    /// The receiver of messages.
    struct Office: Reducer {
        struct State: Codable, Equatable { var notes: [Int] = [] }
        enum Action: Codable, Equatable, Sendable { case note(Int) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Office> {
            switch action {
            case .note(let number): state.notes.append(number)
            }
            return .none
        }
    }

    /// The sender of messages.
    struct Desk: Reducer {
        struct State: Codable, Equatable {
            var sent: [Int] = []
            var failures: [RemoteError] = []
        }
        enum Action: Codable, Equatable {
            case send(Int), sendAll(Int), sendOnce(Int), sendAndCancel(Int), sendLater(Int), run(Work), failed(
                RemoteError)
        }

        /// Messages that cannot be stored with their turn.
        enum Work: Codable, CaseIterable, Sendable { case sequence, timeout, queue }

        let office: RemoteStore<Office>

        func reduce(_ state: inout State, _ action: Action) -> Flow<Desk> {
            switch action {
            case .send(let number):
                state.sent.append(number)
                return .send(.note(number), to: office, onFailure: { Action.failed($0) })
            case .sendAll(let count):
                return (0..<count).reduce(Flow<Desk>.none) { $0.and(.send(.note($1), to: office)) }
            case .sendOnce(let number): return .send(.note(number), to: office, id: "note \(number)")
            case .sendAndCancel(let number):
                return .execute(RemoteSend(.note(number), to: office), id: "note").and(.cancel("note"))
            case .sendLater(let number): return .after(.seconds(1), .send(.note(number), to: office))
            case .run(let work): return flow(work)
            case .failed(let error): state.failures.append(error)
            }
            return .none
        }

        private func flow(_ work: Work) -> Flow<Desk> {
            let message = RemoteSend(.note(1), to: office)
            return switch work {
            case .sequence: .execute(message).then(.send(.send(2)))
            case .timeout: .execute(message, timeout: .after(.seconds(1), failingWith: RemoteError.closed))
            case .queue: .execute(message, id: "notes", policy: .queue)
            }
        }
    }

    /// Two durable engines of one storage that are started and killed, one by one.
    @MainActor final class Mail {
        let storage: DurableStorage
        let scheduler = ManualScheduler()
        private(set) var faults: [Fault] = []
        /// Called with each fault.
        var onFault: ((Fault) -> Void)?
        private(set) var sender: DurableEngine?
        private(set) var desk: Store<Desk>?
        private(set) var receiver: DurableEngine?
        private(set) var office: Store<Office>?
        /// The handle that the sender uses. Defaults to the one by names.
        var handle: RemoteStore<Office>

        init(_ storage: DurableStorage) {
            self.storage = storage
            handle = storage.remote(Office.self, in: "office", named: "notes")
        }

        private func open(_ name: String) async throws -> DurableEngine {
            let durable = try await storage.engine(name, on: Engine(scheduler: scheduler))
            durable.engine.onFault = { [unowned self] fault in
                faults.append(fault)
                onFault?(fault)
            }
            return durable
        }

        func startSender() async throws {
            let durable = try await open("desk")
            desk = try durable.store("forms", Desk.State(), Desk(office: handle))
            sender = durable
            try await durable.resume()
        }

        func startReceiver(named name: String = "notes") async throws {
            let durable = try await open("office")
            office = try durable.store(name, Office.State(), Office())
            receiver = durable
            try await durable.resume()
        }

        /// Ends the sender without warning. Returns when a write that is under way has ended.
        func killSender() async {
            sender?.engine.shutdown()
            try? await sender?.suspend(grace: .zero)
            (sender, desk) = (nil, nil)
        }

        func killReceiver() async {
            receiver?.engine.shutdown()
            try? await receiver?.suspend(grace: .zero)
            (receiver, office) = (nil, nil)
        }

        /// Waits until this many messages are reduced, and that is stored.
        func received(_ count: Int) async throws {
            try await sender?.stored()
            await receiver?.engine.restInTime { [unowned self] in office?.state.notes.count == count }
            try await receiver?.stored()
        }
    }
#endif
