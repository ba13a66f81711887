import MillraceHistory
import Millrace
import TestSupport
import Testing

/// `.limit(n)`: at most n effects of one id at once.
@MainActor struct LimitTests {
    @Test("F2 · limit runs n commands of one id at once, and starts the waiting ones in order")
    func runsInOrder() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = ["1", "2", "3", "4", "5"].map { store.send(.do(.fetch($0, policy: .limit(2)))) }
            #expect(fake.asked.map(\.name) == ["1", "2"] && fixture.engine.resources.effects == 5)
            await fake.succeed(1, with: "two")
            #expect(fake.asked.map(\.name) == ["1", "2", "3"])
            await fake.fail(2, with: Oops())
            #expect(fake.asked.map(\.name) == ["1", "2", "3", "4"])
            receipts[0].cancel()
            #expect(fake.asked.map(\.name) == ["1", "2", "3", "4", "5"])
            await fake.succeed(3, with: "four")
            await fake.succeed(4, with: "five")
            await #expect(throws: CancellationError.self) { try await receipts[0].finishedInTime() }
            await #expect(throws: Oops()) { try await receipts[2].finishedInTime() }
            for index in [1, 3, 4] { try await receipts[index].finishedInTime() }
        }
    }

    @Test("F2 · a limit below one counts as one, and a cancelled command leaves the queue")
    func bounds() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipts = ["1", "2", "3"].map { store.send(.do(.fetch($0, policy: .limit(0)))) }
            #expect(fake.asked.map(\.name) == ["1"])
            receipts[1].cancel()
            await fake.succeed(0, with: "one")
            #expect(fake.asked.map(\.name) == ["1", "3"])
            store.send(.do(.cancel(Fetch.self)))
            #expect(fixture.engine.resources.effects == 0)
        }
    }
}
