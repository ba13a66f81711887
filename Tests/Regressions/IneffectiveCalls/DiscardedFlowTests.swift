import MillraceHistory
import Millrace
import Testing

// Symptom: `.execute(…, onCancel: .stopped).id("a", policy: .first)` never sent `.stopped` when the group was discarded. A
// replaced `debounce` did not send it either, so a feature showed its progress without end.
// Cause: only a command sent its `onCancel` action; a flow that was discarded as a whole did not look at its commands.
// Correct: whatever discards a flow, the commands that it would have requested first send their `onCancel` actions, in order.
// Those of later links of a sequence do not, because they were not requested either.
private let second = Duration.seconds(1)

@MainActor struct DiscardedFlowTests {
    /// The flows that are discarded.
    enum Content: CaseIterable {
        case command, silent, two, sequence, cleanup, laterLink, named, race, all
        case delayed, debounced, throttled, child, mixed

        var flow: Flow<ParentReducer> {
            switch self {
            case .command: .ask("a")
            case .silent: .execute(Fetch(name: "a"))
            case .two: .ask("a").and(.ask("b"))
            case .sequence: .ask("a").then(.ask("b"))
            case .cleanup: .ask("a").then(.ask("b"), evenAfterFailure: true)
            case .laterLink: .post(News()).then(.ask("a"))
            case .named: .ask("a").id("name")
            case .race: .race([.ask("a"), .ask("b")])
            case .all: .all([.ask("a"), .ask("b")], stopsAtFirstFailure: true)
            case .delayed: .after(second, .ask("a"))
            case .debounced: .debounce(second, id: "inner", .ask("a"))
            case .throttled: .throttle(second, id: "inner", .ask("a"))
            case .child: Flow<LoggingReducer>.ask("a").inChild
            case .mixed:
                .ask("a").and(.send(.note("first")).then(.ask("b")))
                    .and(.race([.ask("c").then(.ask("d")), .after(second, .ask("e"))]))
            }
        }

        var cancelled: [String] {
            switch self {
            case .command, .sequence, .cleanup, .named, .delayed, .debounced, .throttled: ["a"]
            case .silent, .laterLink: []
            case .two, .race, .all: ["a", "b"]
            case .child: ["child a"]
            case .mixed: ["a", "c", "e"]
            }
        }
    }

    /// What discards the flow.
    enum Place: CaseIterable {
        case firstGroup, cancelledQueue, replacedQueue, limitOfCancelledReceipt, lostRace, stoppedAll, ownGroup
        case replacedDebounce, cancelledDebounce, cancelledDelay, replacedDelay, delayOfCancelledReceipt
        case delayInLostRace, delayInCancelledGroup, throttleOfFirst, replacedInThrottle, cancelledThrottle
        case throttleOfCancelledReceipt, throttleInCancelledGroup, throttleInLostRace

        /// The flows that are sent one after the other, which discard `flow`.
        func flows(_ flow: Flow<ParentReducer>) -> [Flow<ParentReducer>] {
            let (busy, nothing) = (Flow<ParentReducer>.execute(Fetch(name: "busy")), Flow<ParentReducer>.post(News()))
            switch self {
            case .firstGroup: return [busy.id("g"), flow.id("g", policy: .first)]
            case .cancelledQueue: return [busy.id("g"), flow.id("g", policy: .queue), .cancel("g")]
            case .replacedQueue: return [busy.id("g"), flow.id("g", policy: .queue), busy.id("g", policy: .latest)]
            case .limitOfCancelledReceipt: return [busy.id("g"), flow.id("g", policy: .limit(1))]
            case .lostRace: return [.race([.cancel("no effect"), flow])]
            case .stoppedAll: return [.all([.fault(.test), flow], stopsAtFirstFailure: true)]
            case .ownGroup: return [.cancel("g").and(flow).id("g")]
            case .replacedDebounce: return [.debounce(second, id: "d", flow), .debounce(second, id: "d", nothing)]
            case .cancelledDebounce: return [.debounce(second, id: "d", flow), .cancel("d")]
            case .cancelledDelay: return [.after(second, flow, id: "d"), .cancel("d")]
            case .replacedDelay:
                return [.after(second, flow, id: "d"), .execute(Fetch(name: "new"), id: "d", policy: .latest)]
            case .delayOfCancelledReceipt: return [.after(second, flow)]
            case .delayInLostRace: return [.race([.after(second * 2, flow), .after(second, nothing)])]
            case .delayInCancelledGroup: return [.after(second, flow).id("g"), .cancel("g")]
            case .throttleOfFirst: return [throttle(nothing), .throttle(second, id: "t", latest: false, flow)]
            case .replacedInThrottle: return [throttle(nothing), throttle(flow), throttle(nothing)]
            case .cancelledThrottle: return [throttle(nothing), throttle(flow), .cancel("t")]
            case .throttleOfCancelledReceipt: return [throttle(nothing), throttle(flow)]
            case .throttleInCancelledGroup: return [throttle(nothing), throttle(flow).id("g"), .cancel("g")]
            case .throttleInLostRace:
                return [throttle(nothing), .race([throttle(flow), .after(second / 2, nothing)])]
            }
        }

        private func throttle(_ flow: Flow<ParentReducer>) -> Flow<ParentReducer> { .throttle(second, id: "t", flow) }

        /// Whether the flow is discarded because its receipt is cancelled.
        var cancelsReceipt: Bool {
            switch self {
            case .limitOfCancelledReceipt, .delayOfCancelledReceipt, .throttleOfCancelledReceipt: true
            default: false
            }
        }
    }

    @Test(
        "L8 · whatever discards a flow, its first commands send their onCancel actions, in order, and once",
        arguments: Content.allCases, Place.allCases)
    func discarded(content: Content, place: Place) async throws {
        let faults: [Fault.Kind] = place == .stoppedAll ? [.custom] : []
        try await withEngineAndTime(faults: faults) { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store(ParentReducer.State(), ParentReducer(), on: engine)
            var receipt = Receipt.finished
            for flow in place.flows(content.flow) { receipt = store.send(.do(flow)) }
            if place.cancelsReceipt { receipt.cancel() }
            time.advance(by: second)
            #expect(store.state.log == content.cancelled)
            #expect(holder.names.allSatisfy { $0 == "busy" || $0 == "new" })
            time.advance(by: .seconds(100))
            #expect(store.state.log == content.cancelled)
        }
    }

    /// The children that no longer receive actions.
    enum Owner: CaseIterable { case child, parentOfChild, store }

    @Test("L6 · a removed child and a released store receive no onCancel action", arguments: Owner.allCases)
    func removed(owner: Owner) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            var store: Store<ParentReducer>? = Store(ParentReducer.State(), ParentReducer(), on: engine)
            store?.send(.do(.execute(Fetch(name: "busy")).id("g")))
            switch owner {
            case .child:
                store?.send(.child(.do(.execute(Fetch(name: "busy")).id("g"))))
                store?.send(.child(.do(.ask("a").id("g", policy: .queue).and(.after(second, .ask("b"))))))
                store?.send(.child(.do(.throttle(second, id: "t", .post(News())))))
                store?.send(.child(.do(.throttle(second, id: "t", .ask("c")))))
                store?.send(.removeChildren)
            case .parentOfChild:
                store?.send(.do(Flow<LoggingReducer>.ask("a").inChild.and(.ask("b")).id("g", policy: .queue)))
                store?.send(.removeChildren)
                store?.send(.do(.cancel("g")))
            case .store:
                store?.send(.do(.ask("a").id("g", policy: .queue).and(.after(second, .ask("b")))))
            }
            #expect(store?.state.log == (owner == .parentOfChild ? ["b"] : []))
            store = nil
            time.advance(by: .seconds(100))
            #expect(engine.resources.effects == 0 && holder.names.allSatisfy { $0 == "busy" })
        }
    }

    @Test("L6 · a later link is discarded without an onCancel action, because it was never requested")
    func laterLink() async throws {
        try await withEngine { engine in
            _ = ReplyHolder(engine)
            let store = Store(ParentReducer.State(), ParentReducer(), on: engine)
            store.send(.do(.ask("a").then(.ask("b").id("g", policy: .queue)).id("g")))
            store.send(.do(.cancel("g")))
            #expect(store.state.log == ["a"])
        }
    }
}

extension Fault {
    fileprivate static let test = Fault.custom("A test.", cause: "The test wants it.", fix: "Nothing.")
}
