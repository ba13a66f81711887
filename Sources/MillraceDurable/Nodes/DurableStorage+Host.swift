#if SQLite || App
    public import Foundation
    public import Millrace

    // An engine of the program that runs on one node at a time.
    extension DurableStorage {
        /// Runs an engine of the program, on one node at a time, until the task is cancelled.
        ///
        /// ```swift
        /// let shop = Task {
        ///     try await storage.host("shop") { engine in
        ///         engine.handle(Charge.self) { command, call in try await bank.charge(command, key: call.key) }
        ///         _ = try engine.store("orders", Orders.State(), Orders())
        ///     }
        /// }
        /// let orders = storage.remote(Orders.self, in: "shop", named: "orders")   // on every node
        /// …
        /// shop.cancel()
        /// try await shop.value
        /// ```
        /// With SQLite, the engine runs at once. On a storage that nodes share, all of them call this. One of them has the engine, and the others
        /// wait. They take it at once after an orderly end, or when the lease of the node that has it ends. A node also waits while the
        /// engine was migrated by a newer build, or while the database cannot be reached.
        ///
        /// If another node takes the engine, because this one could not renew its lease, this waits and takes it again when it can. `setUp` runs
        /// each time, with a new engine.
        ///
        /// When the task is cancelled, the engine is suspended, see ``DurableEngine/suspend(grace:isolation:)``, and this returns. It also returns
        /// if the program suspends the engine itself, or closes the storage. In a service of swift-service-lifecycle, call it in `run()` within
        /// `cancelWhenGracefulShutdown`.
        ///
        /// - Parameters:
        ///   - name: The name of the engine in the storage.
        ///   - timers: When delays end after a restart. Defaults to `.deadline`.
        ///   - messageTime: How long the ids of messages are kept. Defaults to seven days.
        ///   - grace: How long handlers may go on after the cancellation, by the engine's clock. Defaults to 10 s.
        ///   - makeEngine: Returns the engine to use. Defaults to a new one.
        ///   - now: Returns the time of the day. Defaults to the system's clock.
        ///   - isolation: The actor of the engine. Defaults to the caller's.
        ///   - setUp: Registers the handlers, and creates the stores. The engine resumes when it returns, unless it has called
        ///     ``DurableEngine/resume(isolation:)`` itself.
        /// - Throws: A ``DurableError``, such as stored values that cannot be read; the error of `setUp`.
        public func host(
            _ name: String, timers: DurableTimers = .deadline, keepingIDs messageTime: Duration = .seconds(7 * 86_400),
            grace: Duration = .seconds(10), on makeEngine: (() -> Engine)? = nil,
            now: @escaping () -> Date = { Date() }, isolation: isolated (any Actor) = #isolation,
            _ setUp: (DurableEngine) async throws -> Void
        ) async throws {
            let released = EngineSignal()
            let signal = shared.engines.add(released, at: [.released], of: name)
            defer { shared.engines.remove(signal: signal, of: name) }
            while !Task.isCancelled {
                let engine: DurableEngine
                do throws(DurableError) {
                    engine = try await self.engine(
                        name, timers: timers, keepingIDs: messageTime, on: makeEngine?(), now: now)
                } catch {
                    if !canClaimLater(error) { throw error }
                    await released.wait(atMost: .seconds(1), shared.engines.clock)
                    continue
                }
                if try await !isTaken(engine, grace, setUp) { return }
            }
        }

        /// Whether an engine that cannot be opened because of this error can be opened later.
        private func canClaimLater(_ error: DurableError) -> Bool {
            switch error {
            case .owned, .newerBuild: true
            case .storage: sharedBackend != nil
            default: false
            }
        }

        /// Runs an engine until it ends. Returns whether another node has taken it.
        private func isTaken(
            _ engine: DurableEngine, _ grace: Duration, isolation: isolated (any Actor) = #isolation,
            _ setUp: (DurableEngine) async throws -> Void
        ) async throws -> Bool {
            do {
                try await setUp(engine)
                if engine.writer.loaded != nil { try await engine.resume() }
            } catch {
                try? await engine.suspend(grace: .zero)
                if engine.isTaken { return true }
                if Task.isCancelled, error is CancellationError { return false }
                throw error
            }
            await engine.ended()
            if Task.isCancelled, !engine.isTaken {
                try await engine.suspend(grace: grace)
                return false
            }
            if engine.isTaken { return true }
            if let end = engine.writer.end, end != .closed { throw end }
            return false
        }
    }

    extension DurableEngine {
        /// Whether another node has taken the engine.
        fileprivate var isTaken: Bool {
            guard storage.sharedBackend != nil, case .otherWriter = writer.end else { return false }
            return true
        }

        /// Returns when the engine has ended and can be opened again, or when the task is cancelled.
        fileprivate func ended(isolation: isolated (any Actor) = #isolation) async {
            let signal = EngineSignal()
            let writer = writer
            let watch = writer.context.start(atOnce: false) {
                await writer.waitForRelease()
                signal.set()
            }
            await signal.wait()
            watch?.cancel()
        }
    }
#endif
