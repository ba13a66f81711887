import MillraceExtras
import MillraceHistory
import Millrace
import Testing

/// Counts the copies of its state's buffer.
private struct Counted: Reducer {
    final class Copies { var count = 0 }
    struct State {
        var numbers = [0]
        let copies = Copies()
    }

    func reduce(_ state: inout State, _ number: Int) -> Flow<Self> {
        let old = state.numbers.withUnsafeBufferPointer { $0.baseAddress }
        state.numbers[0] = number
        if old != state.numbers.withUnsafeBufferPointer({ $0.baseAddress }) { state.copies.count += 1 }
        return .none
    }
}

/// Compares the states before and after each action.
private struct Comparison: ChangeWorker {
    let log: Lines
    func work(on action: Int, before: Int, state: () -> Int) async throws -> Flow<Adder> {
        log.all.append("\(before) + \(action) = \(state())")
        return .none
    }
}

private final class Lines { var all: [String] = [] }

/// Adds numbers.
private struct Adder: Reducer {
    func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
        sum += number
        return .none
    }
}

@MainActor struct StateBeforeTests {
    @Test("Stores · a worker that declares it receives the state before each action")
    func worker() async throws {
        try await withEngineFixture { fixture in
            let store = Store(1, Adder(), on: fixture.engine)
            let log = Lines()
            store.add(Comparison(log: log))
            try await store.send(10).finishedInTime()
            try await store.send(100).finishedInTime()
            #expect(log.all == ["1 + 10 = 11", "11 + 100 = 111"])
            var before: [Int] = []
            let subscription = store.work { action, old, state in
                before.append(old)
                return action == 7 ? .send(8) : .none
            }
            try await store.send(7).finishedInTime()
            #expect(before == [111, 118])
            subscription.cancel()
            try await store.send(1).finishedInTime()
            #expect(before.count == 2 && log.all.count == 5)
        }
    }

    @Test("Stores · the state before is the same with a history, and each of several actions in a turn has its own")
    func severalActions() async throws {
        try await withEngineFixture { fixture in
            _ = fixture.record()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for _ in 0..<2 { store.listen(to: News.self) { _ in .add(1) } }
            var before: [Int] = []
            store.work { _, old, _ in
                before.append(old.count)
                return .none
            }
            try await fixture.engine.post(News(text: "a")).finishedInTime()
            #expect(before == [0, 1])
            fixture.engine.history = nil
            try await fixture.engine.post(News(text: "b")).finishedInTime()
            #expect(before == [0, 1, 2, 3])
        }
    }

    @Test("Stores · L9 · stores without such a worker or middleware copy nothing")
    func noCopies() async throws {
        try await withEngineFixture { fixture in
            let stores = (0..<3).map { _ in Store(Counted.State(), Counted(), on: fixture.engine) }
            let other = Store(0, Adder(), on: fixture.engine)
            for store in stores.dropFirst() { store.work { _, _ in .none } }
            let subscription = stores[2].work { _, _, _ in .none }
            fixture.engine.middleware = [.changes(of: Adder.self) { _, _, _ in }]
            other.send(1)
            for number in 1...3 { for store in stores { store.send(number) } }
            #expect(stores.map(\.state.copies.count) == [0, 0, 3])
            subscription.cancel()
            await nextJob()
            for store in stores { store.send(4) }
            #expect(stores.map(\.state.copies.count) == [0, 0, 3])
            await nextJob()
            fixture.engine.middleware = []
            fixture.engine.reset(.workers)
        }
    }

    @Test("Stores · a middleware receives each action with the states before and after it, of old and new stores")
    func middleware() async throws {
        try await withEngineFixture { fixture in
            var log: [String] = []
            let first = Store(0, Adder(), on: fixture.engine)
            fixture.engine.middleware = [
                .changes(of: Adder.self) { action, before, after in log.append("\(before) + \(action) = \(after)") }
            ]
            let second = Store(100, Adder(), on: fixture.engine)
            let page = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            first.send(1)
            second.send(2)
            page.send(.add(3))
            second.listen(to: News.self) { _ in 5 }
            fixture.engine.post(News(text: "a"))
            #expect(log == ["0 + 1 = 1", "100 + 2 = 102", "102 + 5 = 107"])
            fixture.engine.middleware = []
            first.send(1)
            #expect(log.count == 3 && fixture.engine.resources.workers == 0)
        }
    }

    @Test("Stores · an action that middleware holds or drops has its call when it is reduced, or none")
    func held() async throws {
        try await withEngineFixture { fixture in
            var log: [String] = []
            var held: [UInt64] = []
            let store = Store(0, Adder(), on: fixture.engine)
            fixture.engine.middleware = [
                .changes(of: Adder.self) { action, before, after in log.append("\(before) + \(action) = \(after)") },
                .intercept { message in
                    guard let number = message.payload(as: Int.self) else { return .pass }
                    if number == 1 { held.append(message.id) }
                    return number == 1 ? .hold : number == 2 ? .drop : number == 3 ? .change(to: 30) : .pass
                },
            ]
            let first = store.send(1)
            store.send(2)
            store.send(3)
            #expect(log == ["0 + 30 = 30"])
            fixture.engine.resume(try #require(held.first))
            try await first.finishedInTime()
            #expect(log == ["0 + 30 = 30", "30 + 1 = 31"])
            fixture.engine.middleware = []
        }
    }

    @Test("Stores · L2 · what the middleware sends waits its turn")
    func sends() async throws {
        try await withEngineFixture { fixture in
            let store = Store(0, Adder(), on: fixture.engine)
            var states: [Int] = []
            fixture.engine.middleware = [
                .changes(of: Adder.self) { [unowned store] action, before, _ in
                    if action == 1 { store.send(10) }
                    states.append(before)
                    states.append(store.state)
                }
            ]
            store.send(1)
            #expect(states == [0, 1, 1, 11])
            fixture.engine.middleware = []
        }
    }
}
