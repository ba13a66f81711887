import MillraceHistory
import Millrace
import Testing

// Symptom: a command with a timeout, which its handler ended without data, left the timer of its timeout in the scheduler. A test
// clock then advanced to this time.
// Cause: the data of the effect, with the function that cancels the timer, were released before the timer was cancelled.
// Correct behavior: nothing of a command outlives its end.
@MainActor struct TimerAfterEndTests {
    enum End: CaseIterable { case finish, data, failure, cancel, cancelByID, latest, release }

    @Test("L7 · a command leaves no timer, however it ends", arguments: End.allCases)
    func timers(end: End) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            var store: Store<LoggingReducer>? = Store([], LoggingReducer(), on: engine)
            let flow = Flow<LoggingReducer>.execute(
                Fetch(), as: LoggingReducer.Action.received, id: 1, policy: .latest, timeout: .after(.seconds(5)))
            store?.send(.do(flow))
            #expect(time.waiting == 1)
            switch end {
            case .finish: holder.replies[0].finish()
            case .data: holder.replies[0].finish(with: "data")
            case .failure: holder.replies[0].fail(Oops())
            case .cancel: holder.replies[0].cancel()
            case .cancelByID: store?.send(.do(.cancel(1)))
            case .latest: store?.send(.do(.execute(Fetch(), id: 1, policy: .latest)))
            case .release: store = nil
            }
            engine.processPending()
            #expect(time.waiting == 0)
        }
    }
}
