import MillraceInspection
import Millrace
import Testing

// Story: a command that `.first` did not start, and a flow that `throttle(latest: false)` did not perform, ended as though
// they had succeeded: their receipts threw nothing, and what followed them in sequence was performed. A discarded effect
// counts as cancelled now.
@MainActor struct DiscardedEffectTests {
    enum Effect: CaseIterable {
        case first, latest, throttledAway, superseded, debounced

        /// An effect of which the second discards itself or the first.
        func flow(_ name: String) -> Flow<Doer> {
            switch self {
            case .first: .execute(Fetch(name: name), as: Doer.Action.heard, policy: .first)
            case .latest: .execute(Fetch(name: name), as: Doer.Action.heard, policy: .latest)
            case .throttledAway: .throttle(.seconds(10), id: 1, latest: false, .note(name))
            case .superseded: .throttle(.seconds(10), id: 1, .note(name))
            case .debounced: .debounce(.seconds(10), id: 1, .note(name))
            }
        }

        /// What is sent, of which the effect of the middle one is discarded.
        var names: [String] {
            switch self {
            case .first, .throttledAway: ["a", "discarded"]
            case .latest, .debounced: ["", "discarded", "c"]
            case .superseded: ["a", "discarded", "c"]
            }
        }

        /// What is reduced in the end.
        var result: [String] {
            switch self {
            case .first, .throttledAway: ["a", "after a"]
            case .latest, .debounced: ["c", "after c"]
            case .superseded: ["a", "after a", "c", "after c"]
            }
        }
    }

    @Test(
        "L6 · a discarded effect throws CancellationError from its receipt, and what follows it does not start",
        arguments: Effect.allCases)
    func discarded(effect: Effect) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            var receipts: [String: Receipt] = [:]
            for name in effect.names where !name.isEmpty {
                receipts[name] = store.send(.do(effect.flow(name).then(.note("after \(name)"))))
            }
            let discarded = receipts.removeValue(forKey: "discarded") ?? .finished
            for reply in shelf.replies where !reply.isClosed { reply.finish(with: effect.result[0]) }
            engine.processPending()
            time.advance(by: .seconds(100))
            #expect(store.state == effect.result)
            await #expect(throws: CancellationError.self) { try await discarded.finishedInTime() }
            for receipt in receipts.values { try await receipt.finishedInTime() }
            #expect(store.state == effect.result && engine.resources.effects == 0)
        }
    }

    @Test(
        "L6 · what follows a discarded effect even after a failure is performed",
        arguments: [Effect.first, .throttledAway])
    func cleansUp(effect: Effect) async throws {
        try await withEngineAndTime { engine, time in
            let shelf = Shelf(engine)
            let store = Store([], Doer(), on: engine)
            store.send(.do(effect.flow("a")))
            let receipt = store.send(
                .do(effect.flow("discarded").then(.note("cleaned up"), evenAfterFailure: true)))
            #expect(store.state.contains("cleaned up"))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            for reply in shelf.replies { reply.finish() }
            engine.processPending()
            time.advance(by: .seconds(100))
        }
    }
}
