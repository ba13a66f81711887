import Millrace

extension TestStore {
    /// Advances the clock by `duration`. After each timer that fires, waits for handlers and workers as ``settle()`` does.
    ///
    /// `clock.advance(by:)` fires the same timers without waiting for handlers. With this method, a handler that sleeps in a
    /// loop on `engine.clock` has each of its times. The test must then receive the actions that followed.
    ///
    /// Fails the test, without advancing the time, if `duration` is negative. Fails the test if `limit` timers have fired
    /// at the same instant and another is due; the clock then stays at that instant.
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
