import MillraceExtras
import MillraceHistory
import Millrace

extension TestStore {
    /// Ends the test: asserts that nothing is left, and shuts down the engine.
    ///
    /// A second call does nothing. Without a call, the store does the same in its deinitializer. Calls on the store
    /// after the end fail the test.
    ///
    /// Fails the test at the line that caused it, for each action, output, transition, input for another module and
    /// fact that the test did not assert. Also fails for each command that has not ended, and for a timer that would
    /// have an effect. A fault that was not asserted fails the test even if the store is not exhaustive.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        conclude(at: Place(fileID, filePath, line, column))
    }

    /// Waits for all handlers and workers, as ``settle()`` does, and then ends the test.
    ///
    /// Fails the test like `finish()` without `async`.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await settle()
        conclude(at: Place(fileID, filePath, line, column))
    }

    /// Waits until every handler has ended its command, and every worker has returned. A handler or a worker that waits for
    /// something that the test controls also counts.
    ///
    /// Such waits are those of `engine.clock`, `engine.messages`, `store.messages` and `store.next(where:)`. Each of them
    /// counts for one handler or worker. A handler with several waits at once counts as several.
    ///
    /// The test can then receive the actions that they caused. This method does not wait for pending commands or for
    /// the clock, because only the test can change these. It never polls. If a handler never ends, the method waits until
    /// its task is cancelled, or until ``waitLimit`` fails the test.
    public func settle() async {
        let (engine, requests) = (engine, requests)
        let isSettled = { engine.resources.runningEffects <= requests.openCount + engine.waitingTasks }
        if watch == nil { watchWaits() }
        while end == nil, !Task.isCancelled, !engine.isShutDown, !isSettled() {
            await engine.waitUntilIdle(where: isSettled)
        }
    }

    /// Runs `body` with another exhaustivity.
    ///
    /// What was skipped in `body` need not be asserted later. Commands that are still pending after it must still end.
    @discardableResult
    public func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = enter(exhaustivity)
        defer { leave(outer) }
        return try body()
    }

    /// Runs the asynchronous `body` with another exhaustivity.
    @discardableResult
    public func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outer = enter(exhaustivity)
        defer { leave(outer) }
        return try await body()
    }

    private func enter(_ exhaustivity: Exhaustivity) -> Exhaustivity {
        let outer = self.exhaustivity
        self.exhaustivity = exhaustivity
        return outer
    }

    private func leave(_ outer: Exhaustivity) {
        if exhaustivity != .on, end == nil {
            engine.processPending()
            log.read(for: store)
            assertNothingLeft(before: "the end of withExhaustivity(…)")
        }
        exhaustivity = outer
    }

    /// Asserts that nothing is left, and shuts down the engine. Does nothing in a second call.
    func conclude(at place: Place) {
        guard end == nil else { return }
        end = place
        watch = nil
        engine.processPending()
        log.read(for: store)
        assertNothingLeft(before: "the end of the test")
        assertNothingRuns()
        clock.aroundAdvance = nil
        engine.shutdown()
        log.faults = Queue()
    }

    private func assertNothingRuns() {
        if exhaustivity == .off { return }
        let pending = requests.all
        let isPending = Set(pending.map(\.turn))
        let running = log.running.filter { !isPending.contains($0.record) }
        for request in pending {
            fail(.pending(request.anyCommand, attempt: request.attempt, log.origin(of: request.turn)), of: request.turn)
        }
        for command in running { fail(.running(command.value, log.origin(of: command.record)), of: command.record) }
        if !pending.isEmpty || !running.isEmpty { return }
        let working = engine.resources.runningEffects
        if working > 0 { return report(.workers(working), at: origin) }
        assertNothingScheduled()
    }

    /// Fails the test if a timer is scheduled that would have an effect. Fires timers until one of them causes a
    /// message.
    ///
    /// A throttle interval without a held value has no effect.
    private func assertNothingScheduled() {
        let start = clock.now
        var rest = 10_000
        while rest > 0, clock.waiting > 0 {
            rest -= 1
            let last = history.position
            clock.fireNext()
            engine.processPending()
            guard let first = history.records(after: last).first else { continue }
            let values = history.records(after: last).filter { $0.cause == first.cause }
            let lines = values.map { "\($0.kind) \(shortDescription(of: $0.payload))" }
            return fail(
                .scheduled(clock.now - start, lines, log.origin(of: first.cause)), of: first.cause)
        }
    }

    private func fail(_ failure: Failure, of record: Record.ID) { report(failure, at: log.place(of: record)) }
}
