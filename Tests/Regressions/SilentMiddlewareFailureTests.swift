import MillraceExtras
import Millrace
import Testing

/// Symptom: the feature waited forever.
/// Cause: middleware failed a command with an error that is not of its `Failure` type. No caller awaited the command, the
/// command had no event, and no fault was reported.
/// Correct behavior: such a failure is a fault. If the engine only drops the command, no fault is reported here.
@MainActor struct SilentMiddlewareFailureTests {
    struct Offline: Error {}
    struct NotSignedIn: Error {}
    struct SendMail: Command {
        typealias Output = Void
        typealias Failure = Offline
    }

    struct Mail: Reducer {
        enum Action { case send, sent(Event<SendMail>) }
        func reduce(_ isBusy: inout Bool, _ action: Action) -> Flow<Self> {
            switch action {
            case .send:
                isBusy = true
                return .execute(SendMail(), as: Action.sent)
            case .sent: isBusy = false
            }
            return .none
        }
    }

    @Test(
        "a failure that is not of the command's failure type, and that no caller awaits, is a fault",
        arguments: [true, false])
    func unhandled(isAwaited: Bool) async throws {
        try await withEngine(faults: isAwaited ? [] : [.unhandledFailure]) { engine in
            engine.middleware = [.fail(with: NotSignedIn()) { $0.payload is SendMail }]
            let store = Store(false, Mail(), on: engine)
            let receipt = store.send(.send)
            if isAwaited { await #expect(throws: NotSignedIn.self) { try await receipt.finishedInTime() } }
            try await Task { @MainActor in }.valueInTime()
            #expect(store.state)
            engine.middleware = []
        }
    }
}
