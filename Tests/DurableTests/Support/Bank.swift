#if SQLite || App
    import Foundation
    import Millrace
    import MillraceDurable
    import TestSupport
    import Testing

    /// One process after another that opens the same storage: an engine with the store of a shop, and a bank that answers when the test
    /// says so.
    @MainActor final class Bank {
        let scheduler = ManualScheduler()
        private(set) var engine: DurableEngine?
        private(set) var store: Store<Shop>?
        private(set) var faults: [Fault] = []
        /// The calls of handlers, in order.
        private(set) var calls: [(order: Int, call: DurableCall)] = []
        private var replies: [Int: CheckedContinuation<Result<Int, Refused>, Never>] = [:]
        private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Called when a handler starts.
        var onCall: (Int) -> Void = { _ in }
        /// Registers more before the engine resumes.
        var setUp: (DurableEngine) throws -> Void = { _ in }
        /// The time of the day, in seconds.
        var time = 1_000_000.0
        private let storage: DurableStorage
        private let timers: DurableTimers

        init(_ storage: DurableStorage, timers: DurableTimers = .deadline) {
            (self.storage, self.timers) = (storage, timers)
        }

        /// Opens the engine, and goes on.
        func start() async throws {
            let engine = try await storage.engine(
                "shop", timers: timers, on: Engine(scheduler: scheduler),
                now: { [unowned self] in .init(timeIntervalSince1970: time) })
            engine.engine.onFault = { [unowned self] in faults.append($0) }
            engine.handle(Charge.self) { (command: Charge, call: DurableCall) async throws(Refused) in
                try await self.charge(command.order, call).get()
            }
            engine.handle(Fails.self) { (_: Fails, call: DurableCall) async throws(Refused) in
                try await self.charge(-1, call).get()
            }
            engine.handle(Cancels.self) { (_: Cancels, call: DurableCall) async throws(Refused) in
                try await self.charge(-2, call).get()
            }
            (self.engine, store) = (engine, try engine.store("orders", Shop.State(), Shop()))
            try setUp(engine)
            try await engine.resume()
        }

        /// Ends the process without warning: nothing more is stored or reduced.
        func kill() {
            engine?.engine.shutdown()
            (engine, store) = (nil, nil)
            let all = replies
            replies = [:]
            for reply in all.values { reply.resume(returning: .failure(Refused())) }
        }

        func charge(_ order: Int, _ call: DurableCall) async -> Result<Int, Refused> {
            await withCheckedContinuation { continuation in
                replies[order] = continuation
                calls.append((order, call))
                onCall(order)
                let due = waiting.filter { $0.count <= calls.count }
                waiting.removeAll { $0.count <= calls.count }
                for waiter in due { waiter.continuation.resume() }
            }
        }

        /// Waits until handlers were called this many times.
        func called(_ count: Int) async {
            if calls.count >= count { return }
            await withCheckedContinuation { waiting.append((count, $0)) }
        }

        /// Answers the call for an order, and waits until the answer is stored.
        func answer(_ order: Int, _ result: Result<Int, Refused>? = nil) async throws {
            let attempt = calls.last { $0.order == order }?.call.attempt ?? 0
            let store = try #require(store)
            let count = store.state
            reply(order, result ?? .success(attempt))
            for await state in store.values(of: \.self) where state != count { break }
            try await engine?.stored()
        }

        /// Answers the call for an order.
        func reply(_ order: Int, _ result: Result<Int, Refused>) {
            replies.removeValue(forKey: order)?.resume(returning: result)
        }
    }
#endif
