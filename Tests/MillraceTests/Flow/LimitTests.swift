import MillraceInspection
import Millrace
import TestSupport
import Testing

/// `.limit(n)`: at most n effects of one id at once.
@MainActor struct LimitTests {
    @Test("F2 · limit runs n commands of one id at once, and starts the others in order as those end")
    func runsInOrder() async throws {
        try await withEngineFixture { rig in
            let desk = FakeHandler<Fetch>(rig.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            let receipts = ["1", "2", "3", "4", "5"].map { store.send(.do(.fetch($0, policy: .limit(2)))) }
            #expect(desk.asked.map(\.name) == ["1", "2"] && rig.engine.resources.effects == 5)
            await desk.succeed(1, with: "two")
            #expect(desk.asked.map(\.name) == ["1", "2", "3"])
            await desk.fail(2, with: Oops())
            #expect(desk.asked.map(\.name) == ["1", "2", "3", "4"])
            receipts[0].cancel()
            #expect(desk.asked.map(\.name) == ["1", "2", "3", "4", "5"])
            await desk.succeed(3, with: "four")
            await desk.succeed(4, with: "five")
            await #expect(throws: CancellationError.self) { try await receipts[0].finishedInTime() }
            await #expect(throws: Oops()) { try await receipts[2].finishedInTime() }
            for index in [1, 3, 4] { try await receipts[index].finishedInTime() }
        }
    }

    @Test("F2 · a limit below one counts as one, and a waiting command that is cancelled leaves its place")
    func bounds() async throws {
        try await withEngineFixture { rig in
            let desk = FakeHandler<Fetch>(rig.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: rig.engine)
            let receipts = ["1", "2", "3"].map { store.send(.do(.fetch($0, policy: .limit(0)))) }
            #expect(desk.asked.map(\.name) == ["1"])
            receipts[1].cancel()
            await desk.succeed(0, with: "one")
            #expect(desk.asked.map(\.name) == ["1", "3"])
            store.send(.do(.cancel(Fetch.self)))
            #expect(rig.engine.resources.effects == 0)
        }
    }
}
