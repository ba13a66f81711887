import Millrace

extension TestStore {
    /// Lets `duration` pass on the clock, and lets handlers and workers go on each time that something becomes due.
    ///
    /// `clock.advance(by:)` does what becomes due without waiting for handlers. A handler that sleeps again and again, with
    /// `engine.clock`, gets each of its times here. Between two times it waits as ``settle()`` does. Actions that
    /// follow wait to be received, as after any other line.
    ///
    /// - Parameter limit: How many times at most can become due without time passing.
    /// - Fails: when `duration` is negative, or `limit` is reached.
    public func advance(
        by duration: Duration, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async {
        let call = Call(Place(fileID, filePath, line, column), "advance(by: \(duration))")
        if duration < .zero { return Failure.backwards(duration).report(at: call.place) }
        guard beginCall(call) else { return }
        await settle()
        let last = clock.now + duration
        var (instant, count) = (clock.now, 0)
        while let next = clock.next, clock.now + next <= last, end == nil {
            if next > .zero { (instant, count) = (clock.now + next, 0) }
            if count >= limit {
                Failure.endless(call, limit, left: clock.waiting, at: instant).report(at: call.place)
                return endCall()
            }
            count += 1
            clock.fireNext()
            await settle()
        }
        clock.pass(until: last)
        endCall()
    }
}
