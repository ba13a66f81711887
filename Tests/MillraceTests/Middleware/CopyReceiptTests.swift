import Millrace
import MillraceExtras
import MillraceHistory
import TestSupport
import Testing

/// The receipts of messages that middleware copies with `.pass(copies:)` or `.drop(copies:)`.
@MainActor struct CopyReceiptTests {
    /// A message that is copied once. Each turn of it executes a `Fetch`.
    struct Case: CustomTestStringConvertible {
        let kind: Message.Kind
        /// Whether the original message passes too.
        let isPassed: Bool
        /// Whether an observer sends the message within a turn.
        let isInTurn: Bool

        var testDescription: String {
            "\(kind), \(isPassed ? "passed" : "dropped")\(isInTurn ? ", sent within a turn" : "")"
        }

        static let all = [Message.Kind.action, .fact].flatMap { kind in
            [true, false].flatMap { isPassed in
                [true, false].map { Case(kind: kind, isPassed: isPassed, isInTurn: $0) }
            }
        }
    }

    /// A copied message.
    struct Copied {
        let fixture: EngineFixture
        let fake: FakeHandler<Fetch>
        /// The receipt of the sender.
        let receipt: Receipt
        /// The receipt of the original message alone.
        let own: Receipt
        /// The number of the copy's command.
        let copy: Int
    }

    /// Sends a message that is copied. If the original passes, its own command ends before `body` runs.
    private func withCopy(_ arguments: Case, _ body: @escaping (Copied) async throws -> Void) async throws {
        try await withLoggingStore { fixture, fake, store in
            store.listen(to: News.self) { .do(.fetch($0.text)) }
            var own: Receipt?
            fixture.engine.middleware = [
                Interceptor { message in
                    guard message.kind == arguments.kind, own == nil else { return .pass }
                    if case .add? = message.payload(as: LoggingReducer.Action.self) { return .pass }
                    own = message.receipt
                    return arguments.isPassed ? .pass(copies: message) : .drop(copies: message)
                }
            ]
            let engine = fixture.engine
            var receipt: Receipt?
            func send() {
                receipt =
                    arguments.kind == .action ? store.send(.do(.fetch("x"))) : engine.post(News(text: "x"))
            }
            var (outer, subscription): (Receipt?, Subscription?)
            if arguments.isInTurn {
                subscription = store.subscribe(to: \.count) { if $0 == 1 { send() } }
                outer = store.send(.add(1))
            } else {
                send()
            }
            let copy = arguments.isPassed ? 1 : 0
            try #require(fake.asked.count == copy + 1)
            if arguments.isPassed { await fake.succeed(0, with: "to the original") }
            try await body(
                Copied(
                    fixture: fixture, fake: fake, receipt: try #require(receipt), own: try #require(own), copy: copy))
            // The receipt of the turn in which the message was sent does not cover the message.
            try await outer?.finishedInTime()
            subscription?.cancel()
            fixture.engine.middleware = []
        }
    }

    @Test("L6 · the sender's receipt of an action or a fact waits for the effects of its copies", arguments: Case.all)
    func waits(arguments: Case) async throws {
        try await withCopy(arguments) { copied in
            var order: [String] = []
            let waiting = Task {
                try await copied.receipt.finished()
                order.append("receipt")
            }
            // The message's own receipt does not cover the copy.
            try await copied.own.finishedInTime()
            await nextJob()
            order.append("answer")
            await copied.fake.succeed(copied.copy, with: "to the copy")
            try await waiting.valueInTime()
            #expect(order == ["answer", "receipt"])
        }
    }

    @Test(
        "L6 · cancelling the sender's receipt of an action or a fact cancels its copies' effects", arguments: Case.all)
    func cancels(arguments: Case) async throws {
        try await withCopy(arguments) { copied in
            copied.own.cancel()
            #expect(copied.fake.cancelled == [])
            copied.receipt.cancel()
            #expect(copied.fake.cancelled == [copied.copy] && copied.fixture.engine.resources.effects == 0)
            await expectCancelled(copied.receipt)
            try await copied.own.finishedInTime()
        }
    }

    @Test("L8 · the sender's receipt of an action or a fact throws the failure of a copy", arguments: Case.all)
    func fails(arguments: Case) async throws {
        try await withCopy(arguments) { copied in
            await copied.fake.fail(copied.copy, with: Oops())
            await #expect(throws: Oops()) { try await copied.receipt.finishedInTime() }
            try await copied.own.finishedInTime()
        }
    }
}
