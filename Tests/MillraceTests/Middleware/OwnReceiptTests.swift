import Millrace
import MillraceExtras
import MillraceHistory
import TestSupport
import Testing

/// The receipt of one message, which middleware reads, covers what this message causes and nothing else.
@MainActor struct OwnReceiptTests {
    private struct Answer: Command { typealias Output = String }

    /// Reads the receipts of actions and commands.
    @MainActor private final class ReceiptReader: @MainActor Middleware {
        /// The receipts of the actions, in order.
        private(set) var actions: [Receipt] = []
        /// The receipts of the commands, by their names.
        private(set) var commands: [String: Receipt] = [:]

        func intercept(_ message: Message) -> Decision {
            switch message.kind {
            case .action: actions.append(message.receipt)
            case .command: commands[message.payload(as: Fetch.self)?.name ?? "answer"] = message.receipt
            default: break
            }
            return .pass
        }
    }

    private func withReader(
        _ body: @escaping (EngineFixture, FakeHandler<Fetch>, Store<LoggingReducer>, ReceiptReader) async throws -> Void
    ) async throws {
        try await withLoggingStore { fixture, fake, store in
            let reader = ReceiptReader()
            fixture.engine.middleware = [reader]
            fixture.engine.handle(Answer.self) { _ in "answer" }
            try await body(fixture, fake, store, reader)
            fixture.engine.middleware = []
        }
    }

    // MARK: Commands

    @Test("L6 · cancelling the receipt of a command's message cancels this command and no other one of its flow")
    func cancelledCommand() async throws {
        try await withReader { fixture, fake, store, reader in
            let whole = store.send(.do(.fetch("a").and(.fetch("b"))))
            let receipt = try #require(reader.commands["a"])
            receipt.cancel()
            #expect(fake.cancelled == [0] && fixture.engine.resources.effects == 1)
            await expectCancelled(receipt)
            await fake.succeed(1, with: "to b")
            #expect(store.state.log.last == "to b")
            try await reader.commands["b"]?.finishedInTime()
            await expectCancelled(whole)
        }
    }

    /// A flow with a command whose data executes the command `next`.
    private func chain(isSynchronous: Bool) -> Flow<LoggingReducer> {
        let next = LoggingReducer.Action.do(.fetch("next"))
        return isSynchronous
            ? .execute(Answer(), as: { _ in next })
            : .execute(Fetch(name: "first"), as: { $0.output == nil ? .note("progress") : next })
    }

    @Test(
        "L6 · the receipt of a command's message waits for the effects that the command's event causes",
        arguments: [true, false])
    func awaitedCommand(isSynchronous: Bool) async throws {
        try await withReader { fixture, fake, store, reader in
            var order: [String] = []
            let whole = store.send(.do(self.chain(isSynchronous: isSynchronous)))
            let receipt = try #require(reader.commands[isSynchronous ? "answer" : "first"])
            let waiting = Task {
                try await receipt.finished()
                order.append("receipt")
            }
            if !isSynchronous { await fake.succeed(0, with: "x") }
            try #require(fake.asked.last?.name == "next")
            await nextJob()
            order.append("answer")
            await fake.succeed(fake.asked.count - 1, with: "to next")
            try await waiting.valueInTime()
            #expect(order == ["answer", "receipt"])
            try await whole.finishedInTime()
        }
    }

    @Test(
        "L6 · cancelling the receipt of a command's message cancels the effects that the command's event has caused",
        arguments: [true, false])
    func cancelledCause(isSynchronous: Bool) async throws {
        try await withReader { fixture, fake, store, reader in
            let whole = store.send(.do(self.chain(isSynchronous: isSynchronous).and(.fetch("other"))))
            if !isSynchronous { await fake.succeed(0, with: "x") }
            let next = try #require(fake.asked.firstIndex { $0.name == "next" })
            let receipt = try #require(reader.commands[isSynchronous ? "answer" : "first"])
            receipt.cancel()
            #expect(fake.cancelled == [next] && fixture.engine.resources.effects == 1)
            await expectCancelled(receipt)
            let other = try #require(fake.asked.firstIndex { $0.name == "other" })
            await fake.succeed(other, with: "to other")
            await expectCancelled(whole)
        }
    }

    // MARK: Actions

    @Test("L6 · the receipt of an action in a flow covers the effects of this action and no other one of the flow")
    func action() async throws {
        try await withReader { fixture, fake, store, reader in
            let whole = store.send(.do(.send(.do(.fetch("inner"))).and(.fetch("outer"))))
            let inner = try #require(fake.asked.firstIndex { $0.name == "inner" })
            reader.actions[1].cancel()
            #expect(fake.cancelled == [inner] && fixture.engine.resources.effects == 1)
            await expectCancelled(reader.actions[1])
            await fake.succeed(1 - inner, with: "to outer")
            await expectCancelled(whole)
            // The receipt of the outer action covers the inner one, as the receipt of the sender does.
            await expectCancelled(reader.actions[0])
        }
    }

    @Test("L6 · cancelling the receipt of an action cancels the delays, the sequences and the groups of its flow")
    func otherEffects() async throws {
        try await withReader { fixture, fake, store, reader in
            let flow = Flow<LoggingReducer>.merge([
                .after(.seconds(1), .note("late")), .fetch("first").then(.note("never")),
                .race([.fetch("one"), .fetch("two")]),
            ])
            let whole = store.send(.do(.send(.do(flow)).and(.after(.seconds(2), .note("in time")))))
            reader.actions[1].cancel()
            #expect(fake.cancelled.sorted() == [0, 1, 2] && fixture.engine.resources.effects == 1)
            fixture.time.advance(by: .seconds(2))
            #expect(store.state.log.suffix(1) == ["in time"] && !store.state.log.contains("never"))
            await expectCancelled(whole)
        }
    }

    // MARK: Held messages

    /// A kind of message that middleware holds, and the reader of its receipt.
    struct HeldCase: CustomTestStringConvertible {
        let kind: Message.Kind
        /// Whether the middleware reads the receipt before it holds the message. Otherwise the test reads it later.
        let isReadByMiddleware: Bool

        var testDescription: String { "\(kind), read \(isReadByMiddleware ? "by the middleware" : "later")" }
        static let all = [Message.Kind.action, .command, .event, .fact].flatMap { kind in
            [true, false].map { HeldCase(kind: kind, isReadByMiddleware: $0) }
        }
    }

    /// Sends two messages of a kind. Middleware holds both.
    private func withHeldMessages(
        _ held: HeldCase,
        _ body: @escaping (EngineFixture, Store<LoggingReducer>, MessageHolder, Receipt) async throws -> Void
    ) async throws {
        try await withEngineFixture { fixture in
            let holder = MessageHolder { message in
                if case .do? = message.payload(as: LoggingReducer.Action.self) { return false }
                guard message.kind == held.kind else { return false }
                if held.isReadByMiddleware { _ = message.receipt }
                return true
            }
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self) { .note($0.text) }
            fixture.engine.middleware = [holder]
            let flow: Flow<LoggingReducer> =
                switch held.kind {
                case .action: .note("1").and(.note("2"))
                case .fact: .post(News(text: "1")).and(.post(News(text: "2")))
                default: .fetch("1").and(.fetch("2"))
                }
            let whole = store.send(.do(flow))
            #expect(holder.messages.count == 2 && store.state.log.isEmpty)
            // Nothing else is held.
            fixture.engine.middleware = []
            try await body(fixture, store, holder, whole)
        }
    }

    @Test(
        "L6 · cancelling the receipt of a held message cancels this message and no other one", arguments: HeldCase.all)
    func heldAndCancelled(held: HeldCase) async throws {
        try await withHeldMessages(held) { fixture, store, holder, whole in
            let receipts = holder.messages.map(\.receipt)
            receipts[0].cancel()
            await expectCancelled(receipts[0])
            holder.resumeAll(on: fixture.engine)
            #expect(store.state.log == ["2"])
            try await receipts[1].finishedInTime()
            await expectCancelled(whole)
        }
    }

    @Test(
        "L6 · the receipt of a held message ends when the message has been resumed and processed",
        arguments: HeldCase.all)
    func heldAndAwaited(held: HeldCase) async throws {
        try await withHeldMessages(held) { fixture, store, holder, whole in
            let (first, second) = (holder.messages[0].receipt, holder.messages[1].receipt)
            var order: [String] = []
            let waiting = Task {
                try await second.finished()
                order.append("receipt")
            }
            fixture.engine.resume(holder.messages[0].id)
            try await first.finishedInTime()
            await nextJob()
            order.append("resumption")
            fixture.engine.resume(holder.messages[1].id)
            try await waiting.valueInTime()
            #expect(order == ["resumption", "receipt"] && store.state.log == ["1", "2"])
            try await whole.finishedInTime()
        }
    }

    @Test(
        "L6 · the receipt of a held action covers the effects that the action causes after its resumption",
        arguments: [true, false])
    func heldAndResumed(isReadByMiddleware: Bool) async throws {
        try await withLoggingStore { fixture, fake, store in
            let holder = MessageHolder {
                if isReadByMiddleware { _ = $0.receipt }
                return $0.kind == .action
            }
            fixture.engine.middleware = [holder]
            let whole = store.send(.do(.fetch("x")))
            let receipt = holder.messages[0].receipt
            holder.resume(on: fixture.engine)
            #expect(fake.asked.map(\.name) == ["x"] && fake.cancelled == [])
            receipt.cancel()
            #expect(fake.cancelled == [0] && fixture.engine.resources.effects == 0)
            await expectCancelled(receipt)
            await expectCancelled(whole)
        }
    }

    @Test(
        "L2 · reading the receipt of a held message changes neither the sender's receipt nor that of another message",
        arguments: [Message.Kind.action, .command, .event, .fact])
    func senderReceipt(kind: Message.Kind) async throws {
        let held = HeldCase(kind: kind, isReadByMiddleware: false)
        try await withHeldMessages(held) { fixture, store, holder, whole in
            let receipts = holder.messages.map(\.receipt)
            let other = store.send(.add(1))
            var order: [String] = []
            let waiting = Task {
                defer { order.append("sender") }
                try await whole.finished()
            }
            await nextJob()
            order.append("cancellation")
            for receipt in receipts { receipt.cancel() }
            var errors: [String] = []
            do { try await waiting.valueInTime() } catch { errors.append("sender: \(type(of: error))") }
            do { try await other.finishedInTime() } catch { errors.append("other: \(type(of: error))") }
            #expect(order == ["cancellation", "sender"] && errors == ["sender: CancellationError"])
        }
    }
}
