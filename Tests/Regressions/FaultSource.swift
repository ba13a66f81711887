import Millrace
import MillraceExtras
import MillraceHistory
import MillraceModules
import Testing

/// What causes a fault in ``FaultPayloadTests``.
enum FaultSource: String, CaseIterable, Sendable {
    case noHandler, noHandlerAwaited, commandFailed, copiedCommandFailed, workerFailed, middlewareFailedCommand
    case replyDropped, replyAfterEnd, missingChild, circularWait, ineffectiveWait
    case afterShutdown, requestAfterShutdown, released, releasedInTurn, outputToReleased, unread, noOwner
    case runawayActions, runawayCommands, runawayFacts
    case heldAction, heldCommand, heldFact, heldEvent
    case changed, copied, redirected, otherEngine
    case portNotConnected, invalidNavigation

    var kind: Fault.Kind {
        switch self {
        case .noHandler, .noHandlerAwaited: .noHandler
        case .commandFailed, .copiedCommandFailed, .workerFailed, .middlewareFailedCommand: .unhandledFailure
        case .replyDropped: .replyDropped
        case .replyAfterEnd: .replyAfterEnd
        case .missingChild: .missingChild
        case .circularWait: .circularWait
        case .ineffectiveWait: .ineffectiveWait
        case .afterShutdown, .requestAfterShutdown: .shutDown
        case .released, .releasedInTurn, .outputToReleased, .unread: .storeReleased
        case .noOwner: .noOwner
        case .runawayActions, .runawayCommands, .runawayFacts: .runaway
        case .heldAction, .heldCommand, .heldFact, .heldEvent: .heldAtShutdown
        case .changed, .copied, .redirected: .wrongPayload
        case .otherEngine: .otherEngine
        case .portNotConnected: .portNotConnected
        case .invalidNavigation: .invalidNavigation
        }
    }

    /// Whether the problem names the payload. The others name a type, a flow or an operation.
    var namesPayload: Bool {
        switch self {
        case .circularWait, .ineffectiveWait, .afterShutdown, .requestAfterShutdown, .released, .unread, .heldEvent,
            .invalidNavigation:
            false
        default: true
        }
    }

    @MainActor func cause<P: Secret>(_ payload: P, _ log: FaultLog) async throws {
        switch self {
        case .noHandler, .noHandlerAwaited, .commandFailed, .copiedCommandFailed, .workerFailed,
            .middlewareFailedCommand, .replyDropped, .replyAfterEnd:
            await causeByCommand(payload, log)
        case .missingChild, .circularWait, .ineffectiveWait, .runawayActions, .runawayCommands, .runawayFacts:
            await causeByMessages(payload, log)
        case .heldAction, .heldCommand, .heldFact, .heldEvent, .changed, .copied, .redirected, .otherEngine:
            await causeByMiddleware(payload, log)
        case .afterShutdown, .requestAfterShutdown, .released, .releasedInTurn, .outputToReleased, .unread,
            .noOwner, .portNotConnected, .invalidNavigation:
            await causeByOwner(payload, log)
        }
    }
}

@MainActor extension FaultSource {
    private func causeByCommand<P: Secret>(_ payload: P, _ log: FaultLog) async {
        let engine = log.engine
        let store = Store(SecretModule<P>.State(), SecretModule<P>(), on: engine)
        defer { withExtendedLifetime(store) {} }
        switch self {
        case .noHandler: engine.execute(payload)
        case .noHandlerAwaited: await log.wait(for: store.perform(.execute(payload)))
        case .commandFailed:
            engine.handle(P.self) { _ in throw payload }
            store.perform(.execute(payload))
        case .copiedCommandFailed:
            engine.handle(P.self) { _, reply in reply.fail(payload) }
            var isCopied = false
            engine.middleware = [
                .intercept { message in
                    defer { isCopied = true }
                    return isCopied ? .pass : .pass(copies: message)
                }
            ]
            store.perform(.execute(payload))
        case .middlewareFailedCommand:
            engine.middleware = [.intercept { $0.kind == .command ? .fail(with: payload) : .pass }]
            engine.execute(payload)
        case .workerFailed:
            store.work { _, _ in throw payload }
            store.send(payload)
            await engine.restInTime { engine.resources.effects == 0 }
        case .replyDropped:
            engine.handle(P.self) { _, _ in }
            await log.wait(for: store.perform(.execute(payload)))
        default:
            engine.handle(P.self) { _, reply in
                reply.finish(with: 1)
                reply.data(2)
            }
            await log.wait(for: store.perform(.execute(payload)))
        }
    }

    private func causeByMessages<P: Secret>(_ payload: P, _ log: FaultLog) async {
        let engine = log.engine
        switch self {
        case .missingChild:
            let store = Store(SecretParent<P>.State(), SecretParent<P>(), on: engine)
            await log.wait(for: store.send(payload))
        case .circularWait, .ineffectiveWait:
            let other = engine.listen(to: Other.self) { _ in }
            var waited = self == .ineffectiveWait ? other : nil
            let own = engine.listen(to: P.self) { (_: P, delivery) in waited.map { delivery.wait(for: $0) } }
            if self == .circularWait { waited = own }
            engine.post(payload)
        default:
            engine.turnsPerSlice = 100
            engine.handle(P.self) { _ in 1 }
            let next: Flow<SecretModule<P>> =
                switch self {
                case .runawayActions: .send(payload)
                case .runawayFacts: .post(payload)
                default: .execute(payload, as: { _ in payload })
                }
            let store = Store(SecretModule<P>.State(next: next), SecretModule<P>(), on: engine)
            store.listen(to: P.self) { (_: P) in payload }
            store.send(payload)
            engine.shutdown()
        }
    }

    private func causeByMiddleware<P: Secret>(_ payload: P, _ log: FaultLog) async {
        let engine = log.engine
        let store = Store(SecretModule<P>.State(), SecretModule<P>(), on: engine)
        let elsewhere = Store(SecretModule<P>.State(), SecretModule<P>(), on: Engine())
        engine.handle(P.self) { _ in 1 }
        let own = self
        engine.middleware = [
            .intercept { message in
                switch own {
                case .changed: .change(to: Other(text: payload))
                case .copied: .pass(copies: message.with(Other(text: payload)))
                case .redirected: .redirect(to: Flow<SecretParent<P>>.send(payload))
                case .otherEngine: .redirect(to: .send(payload), on: elsewhere)
                case .heldEvent: message.kind == .event ? .hold : .pass
                default: .hold
                }
            }
        ]
        switch self {
        case .heldCommand, .heldEvent: engine.execute(payload)
        case .heldFact: engine.post(payload)
        default: store.send(payload)
        }
        engine.shutdown()
    }

    private func causeByOwner<P: Secret>(_ payload: P, _ log: FaultLog) async {
        let engine = log.engine
        let module = SecretModule<P>(pops: self == .invalidNavigation)
        let window = Navigator(root: module, with: payload, stacked: true, on: engine)
        guard let root = window.store(of: SecretModule<P>.self) else { return }
        switch self {
        case .afterShutdown:
            engine.shutdown()
            for receipt in [
                root.send(payload), root.perform(.send(payload)), root.send(input: payload),
                root.replaceState(with: .init()), engine.execute(payload), engine.post(payload),
                engine.execute(payload, listener: EventListener<P>(onData: { _ in })),
                engine.publish(Event<P>.failure(payload)),
            ] { await log.wait(for: receipt) }
        case .requestAfterShutdown:
            engine.shutdown()
            await log.wait(for: window.request(.present(.show(SecretModule<P>(), with: payload))))
        case .noOwner:
            let alone = Store(SecretModule<P>.State(), SecretModule<P>(), on: engine)
            await log.wait(for: alone.perform(.transition(payload)))
            await log.wait(for: alone.perform(.send(payload, to: SecretModule<P>.port)))
        case .unread: Store(SecretModule<P>.State(), SecretModule<P>(), on: engine).inbox.offer(payload)
        case .portNotConnected: await log.wait(for: root.perform(.send(payload, to: SecretModule<P>.port)))
        case .invalidNavigation: await log.wait(for: root.perform(.transition(payload)))
        default: await causeByRelease(payload, window, root, log)
        }
    }

    private func causeByRelease<P: Secret>(
        _ payload: P, _ window: Navigator, _ root: Store<SecretModule<P>>, _ log: FaultLog
    ) async {
        root.perform(.transition(payload))
        guard let top = window.tree.top, let page = window.store(of: top.id, as: SecretModule<P>.self) else { return }
        switch self {
        case .released:
            window.request(.remove(top.id))
            for receipt in [page.send(payload), page.perform(.send(payload)), page.send(input: payload)] {
                await log.wait(for: receipt)
            }
        case .releasedInTurn:
            // The messages are queued before the scene is removed.
            root.onOutput { [unowned page, unowned window] _ in
                window.request(.remove(top.id))
                page.send(payload)
                page.perform(.transition(payload))
            }
            await log.wait(for: root.perform(.output(payload)))
        default:
            root.onOutput { [unowned page, unowned window] _ in
                window.request(.removeAll)
                page.perform(.output(payload))
            }
            await log.wait(for: root.perform(.output(payload)))
        }
    }

    private struct Other: Fact { let text: any Sendable }
}
