import MillraceInspection
import MillraceHistory
import Millrace

extension TestStore {
    /// Ends the test: demands that nothing is left, and shuts the engine down.
    ///
    /// A second call does nothing; without one, the store does it when it goes. Later lines fail.
    ///
    /// - Fails: at the lines that caused them, for each action, output, transition, input for another module and
    ///   fact of which the test has not spoken, each command that has not ended, and what waits for the clock and would
    ///   do something. A fault fails the test whether the store is exhaustive or not.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        conclude(at: Place(fileID, filePath, line, column))
    }

    /// Waits until no handler is at work any more, as ``settle()`` does, and ends the test.
    ///
    /// - Fails: as the one that does not wait.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await settle()
        conclude(at: Place(fileID, filePath, line, column))
    }

    /// Waits until nobody is at work any more but the test: every handler has ended its command, and every worker has
    /// returned. What they did can be received then.
    ///
    /// It does not wait for commands that are pending nor for the clock, which are the test's to move. It is resumed by
    /// the last that ends: nothing polls, and no time is measured. A handler that never ends is waited for until the
    /// waiting task is cancelled.
    public func settle() async {
        let (engine, requests) = (engine, requests)
        let isSettled = { engine.resources.runningEffects == requests.openCount }
        while end == nil, !Task.isCancelled, !engine.isShutDown, !isSettled() {
            await engine.waitUntilIdle(where: isSettled)
        }
    }

    /// Has the store be as exhaustive as `exhaustivity` says while `body` runs.
    ///
    /// What is skipped in it stays skipped: the test need not speak of what is left of it. Commands that are pending
    /// after it must still end.
    @discardableResult
    public func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = enter(exhaustivity)
        defer { leave(outer) }
        return try body()
    }

    /// Has the store be as exhaustive as `exhaustivity` says while `body` runs, which may wait.
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
            demandNothingLeft(before: "the end of its closure")
        }
        exhaustivity = outer
    }

    /// Demands that nothing is left, once.
    func conclude(at place: Place) {
        guard end == nil else { return }
        end = place
        engine.processPending()
        log.read(for: store)
        demandNothingLeft(before: "the test ends")
        demandNothingRuns()
        clock.surround = nil
        engine.shutdown()
        log.faults = Queue()
    }

    private func demandNothingRuns() {
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
        demandNothingWaits()
    }

    /// Lets time pass until something happens, which the test should have let happen. Intervals of throttles that hold
    /// nothing back end without a word.
    private func demandNothingWaits() {
        let start = clock.now
        var rest = 10_000
        while rest > 0, clock.waiting > 0 {
            rest -= 1
            let last = history.position
            clock.fireNext()
            engine.processPending()
            guard let first = history.records(after: last).first else { continue }
            let things = history.records(after: last).filter { $0.cause == first.cause }
            let lines = things.map { "\($0.kind) \(shortDescription(of: $0.payload))" }
            return fail(
                .waiting(clock.now - start, lines, log.origin(of: first.cause)), of: first.cause)
        }
    }

    private func fail(_ failure: Failure, of record: Record.ID) { report(failure, at: log.place(of: record)) }
}
