import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

/// A history, a journal or an inspector observes every turn in this way. A new observer is one file, like this one.
@MainActor struct TurnObserverTests {
    /// Logs its calls.
    final class TurnLog: TurnObserver {
        var lines: [String] = []

        func began(_ message: Message, turn: UInt64) { lines.append("\(turn) began \(message.kind)") }
        func changed(_ id: UInt64, to payload: AnyBox) { lines.append("\(id) changed") }
        func reduced(_ reduction: Reduction, turn: UInt64) {
            lines.append("\(turn) reduced \(caseName(of: reduction.action.value(as: LoggingReducer.Action.self)))")
        }
        func performed(turn: UInt64) { lines.append("\(turn) performed") }
        func ended(_ id: UInt64, _ outcome: Message.Outcome) { lines.append("\(id) ended \(caseName(of: outcome))") }
        func discarded(_ message: Message) { lines.append("\(message.id) discarded \(message.kind)") }
    }

    @Test(
        "L2 · a turn observer is called in order: began, reduced, performed, ended; a command ends with its event")
    func order() async throws {
        try await withEngineFixture { fixture in
            let log = TurnLog()
            fixture.engine.attach(log)
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch("a")))
            #expect(
                log.lines == [
                    "1 began action", "1 reduced do", "1 performed", "1 ended done",
                    "2 began command", "2 performed",
                    "3 began event", "2 ended done", "3 reduced received", "3 performed", "3 ended done",
                ])
            fixture.engine.detach(log)
            store.send(.add(1))
            #expect(log.lines.count == 11)
        }
    }

    @Test("L10 · an observer sees what middleware changes, drops and cancels, and which events are late")
    func endings() async throws {
        try await withEngineFixture { fixture in
            let log = TurnLog()
            fixture.engine.attach(log)
            var replies: [Reply<Fetch>] = []
            fixture.engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) in replies.append(reply) }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { message in
                    switch message.payload as? LoggingReducer.Action {
                    case .add(1): .change(to: LoggingReducer.Action.add(2))
                    case .add(3): .drop
                    case .add(4): .cancel()
                    default: .pass
                    }
                }
            ]
            for number in [1, 3, 4] { store.send(.add(number)) }
            #expect(
                log.lines == [
                    "1 began action", "1 changed", "1 reduced add", "1 performed", "1 ended done",
                    "2 began action", "2 ended dropped", "3 began action", "3 ended cancelled",
                ])
            fixture.engine.middleware = []
            log.lines = []
            store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1)))
            replies[0].data("late")
            fixture.engine.processPending()
            #expect(
                log.lines.suffix(5) == [
                    "6 reduced do", "5 ended cancelled", "6 performed", "6 ended done", "7 discarded event",
                ])
            #expect(store.state.count == 2 && store.state.log.isEmpty)
        }
    }
}
