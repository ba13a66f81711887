import MillraceHistory
import Millrace
import Testing

// Symptom: the receipt of a discarded effect threw nothing, and the next link of its sequence was performed.
// Cause: a command that `.first` did not start, and a flow that `throttle(latest: false)` did not perform, ended like
// successful ones.
// Correct behavior: a discarded effect counts as cancelled.
@MainActor struct DiscardedEffectTests {
    enum Effect: CaseIterable {
        case first, latest, throttledAway, superseded, debounced

        /// Returns an effect. A second one of this kind discards itself or the first.
        func flow(_ name: String) -> Flow<LoggingReducer> {
            switch self {
            case .first: .execute(Fetch(name: name), as: LoggingReducer.Action.received, policy: .first)
            case .latest: .execute(Fetch(name: name), as: LoggingReducer.Action.received, policy: .latest)
            case .throttledAway: .throttle(.seconds(10), id: 1, latest: false, .note(name))
            case .superseded: .throttle(.seconds(10), id: 1, .note(name))
            case .debounced: .debounce(.seconds(10), id: 1, .note(name))
            }
        }

        /// The names of the effects that are started. One of them is discarded.
        var names: [String] {
            switch self {
            case .first, .throttledAway: ["a", "discarded"]
            case .latest, .debounced: ["", "discarded", "c"]
            case .superseded: ["a", "discarded", "c"]
            }
        }

        /// The final state.
        var result: [String] {
            switch self {
            case .first, .throttledAway: ["a", "after a"]
            case .latest, .debounced: ["c", "after c"]
            case .superseded: ["a", "after a", "c", "after c"]
            }
        }
    }

    @Test(
        "L6 · the receipt of a discarded effect throws CancellationError, and the next link does not start",
        arguments: Effect.allCases)
    func discarded(effect: Effect) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            var receipts: [String: Receipt] = [:]
            for name in effect.names where !name.isEmpty {
                receipts[name] = store.send(.do(effect.flow(name).then(.note("after \(name)"))))
            }
            let discarded = receipts.removeValue(forKey: "discarded") ?? .finished
            for reply in holder.replies where !reply.isClosed { reply.finish(with: effect.result[0]) }
            engine.processPending()
            time.advance(by: .seconds(100))
            #expect(store.state == effect.result)
            await #expect(throws: CancellationError.self) { try await discarded.finishedInTime() }
            for receipt in receipts.values { try await receipt.finishedInTime() }
            #expect(store.state == effect.result && engine.resources.effects == 0)
        }
    }

    @Test(
        "L6 · a link with evenAfterFailure is performed after a discarded effect",
        arguments: [Effect.first, .throttledAway])
    func cleansUp(effect: Effect) async throws {
        try await withEngineAndTime { engine, time in
            let holder = ReplyHolder(engine)
            let store = Store([], LoggingReducer(), on: engine)
            store.send(.do(effect.flow("a")))
            let receipt = store.send(
                .do(effect.flow("discarded").then(.note("cleaned up"), evenAfterFailure: true)))
            #expect(store.state.contains("cleaned up"))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            for reply in holder.replies { reply.finish() }
            engine.processPending()
            time.advance(by: .seconds(100))
        }
    }
}
