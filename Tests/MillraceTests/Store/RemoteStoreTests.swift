import Millrace
import MillraceExtras
import TestSupport
import Testing

/// A list that another engine owns.
private struct Shelf: Reducer {
    struct State: Equatable, Sendable {
        var items: [Int] = []
        var isOpen = true
    }

    enum Action: Equatable, Sendable { case add(Int), close }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Shelf> {
        switch action {
        case .add(let item): state.items.append(item)
        case .close: state.isOpen = false
        }
        return .none
    }
}

private struct Ask: Command, Equatable {
    typealias Output = Int
    typealias Failure = Refused
    let number: Int
}

private struct Refused: Error, Equatable {}

/// The actor of the engine with the shelf.
private actor Archive {
    private var engine: Engine?
    private var store: Store<Shelf>?
    private var replies: [Reply<Ask>] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates the engine, and returns a handle of its store.
    func open(capacity: Int = 1_024, policy: Inbox<Shelf.Action>.Policy = .wait) -> RemoteStore<Shelf> {
        let engine = Engine()
        let store = Store(Shelf.State(), Shelf(), on: engine)
        (self.engine, self.store) = (engine, store)
        engine.handle(Ask.self) { [weak self] (_: Ask, reply: Reply<Ask>) in self?.assumeIsolated { $0.note(reply) } }
        return store.remote(capacity: capacity, policy: policy)
    }

    private func note(_ reply: Reply<Ask>) {
        replies.append(reply)
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    var items: [Int] { store?.state.items ?? [] }

    func asked() async { if replies.isEmpty { await withCheckedContinuation { waiting.append($0) } } }
    func answer(_ answer: @Sendable (Reply<Ask>) -> Void) { if let reply = replies.popLast() { answer(reply) } }
    var isReplyClosed: Bool { replies.last?.isClosed ?? true }

    func shutDown() { engine?.shutdown() }
    func release() {
        replies = []
        (store, engine) = (nil, nil)
    }

}

/// A feature of another engine.
private struct Reader: Reducer {
    struct State: Equatable {
        var counts: [Int] = []
        var failures: [RemoteError] = []
        var isWatching = true
    }

    enum Action: Equatable {
        case put(Range<Int>), putOnce(Int), putAndGiveUp(Int), stopWatching
        case observed(Event<RemoteObservation<Shelf, Int>>)
        case failed(RemoteError)
    }

    let shelf: RemoteStore<Shelf>
    var observes = false

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if observes, state.isWatching {
            commands.observe(shelf, \.items.count, as: Action.observed, id: "shelf")
        }
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Reader> {
        switch action {
        case .put(let items):
            return items.reduce(Flow<Reader>.none) {
                $0.and(.send(.add($1), to: shelf, onFailure: { Action.failed($0) }))
            }
        case .putOnce(let item):
            return .send(.add(item), to: shelf, id: "\(item)", onFailure: { Action.failed($0) })
        case .putAndGiveUp(let item): return .send(.add(item), to: shelf)
        case .stopWatching: state.isWatching = false
        case .observed(.data(let count)): state.counts.append(count)
        case .observed(.failure(let error)), .failed(let error): state.failures.append(error)
        }
        return .none
    }
}

/// A handle of a store of another engine.
@MainActor @Suite("Several engines") struct RemoteStoreTests {
    @Test(
        "Engines 1 · the actions of a task are reduced in order, also when they wait for space", arguments: [1, 1_024])
    func order(capacity: Int) async throws {
        let archive = Archive()
        let shelf = await archive.open(capacity: capacity)
        for item in 0..<10_000 { try await shelf.send(.add(item)) }
        try await shelf.send(.close).stored()
        #expect(await archive.items == Array(0..<10_000))
    }

    @Test("Engines 1 · a full inbox refuses an action, unless senders wait") func full() async throws {
        // The engine is on the actor of the test, so it takes nothing before the first wait.
        let store = Store(Shelf.State(), Shelf(), on: Engine())
        let shelf = store.remote(capacity: 1, policy: .reject)
        let reader = reader(shelf)
        reader.send(.put(0..<3))
        #expect(reader.state.failures == [.full(capacity: 1), .full(capacity: 1)])
        await #expect(throws: RemoteError.full(capacity: 1)) { try await shelf.send(.add(3)) }
        #expect(store.state.items == [0])
    }

    @Test("Engines 1 · a handle does not retain its store, and says when it is closed", arguments: [false, true])
    func closed(isReleased: Bool) async throws {
        let archive = Archive()
        let shelf = await archive.open()
        let task = Task { try await shelf.execute(Ask(number: 1)) }
        let values = Task { for try await _ in shelf.observe(\.items.count) {} }
        await archive.asked()
        if isReleased { await archive.release() } else { await archive.shutDown() }
        await #expect(throws: RemoteError.closed) { try await task.valueInTime() }
        await #expect(throws: RemoteError.closed) { try await values.valueInTime() }
        await #expect(throws: RemoteError.closed) { try await shelf.send(.close) }
        await #expect(throws: RemoteError.closed) { try await shelf.execute(Ask(number: 2)) }
        await #expect(throws: RemoteError.closed) { for try await _ in shelf.observe(\.isOpen) {} }
    }

    @Test("Engines 1 · a handle whose actor was released is closed") func actorReleased() async throws {
        var archive: Archive? = Archive()
        let shelf = try #require(await archive?.open())
        archive = nil
        await #expect(throws: RemoteError.closed) { try await shelf.send(.close).stored() }
        await #expect(throws: RemoteError.closed) { try await shelf.execute(Ask(number: 2)) }
        await #expect(throws: RemoteError.closed) { for try await _ in shelf.observe(\.isOpen) {} }
    }

    @Test("Engines 1 · an engine that is not durable keeps no ids") func ids() async throws {
        let shelf = await Archive().open()
        let archive = Archive()
        let kept = await archive.open()
        await #expect(throws: RemoteError.closed) { try await shelf.send(.add(1), id: "1") }
        await #expect(throws: RemoteError.keepsNoIDs) { try await kept.send(.add(1), id: "1") }
        #expect(await archive.items == [])
        let reader = reader(kept)
        _ = try? await reader.send(.putOnce(1)).finishedInTime()
        #expect(reader.state.failures == [.keepsNoIDs])
    }

    @Test("Engines 1 · a command returns its last result, its failure, or that it has none") func commands()
        async throws
    {
        let archive = Archive()
        let shelf = await archive.open()
        func ask(_ answer: @Sendable (Reply<Ask>) -> Void) async -> Result<Int, any Error> {
            let task = Task { try await shelf.execute(Ask(number: 1)) }
            await archive.asked()
            await archive.answer(answer)
            return await task.result
        }
        let last = await ask { reply in
            reply.data(1)
            reply.finish(with: 2)
        }
        #expect(try last.get() == 2)
        let failure = await ask { $0.fail(Refused()) }
        #expect(throws: Refused()) { try failure.get() }
        let none = await ask { $0.finish() }
        #expect(throws: RemoteError.noAnswer) { try none.get() }
        let cancelled = await ask { $0.cancel() }
        #expect(throws: CancellationError.self) { try cancelled.get() }
    }

    @Test("Engines 1 · the cancellation of a caller cancels its command") func cancelledCommand() async throws {
        let archive = Archive()
        let shelf = await archive.open()
        let task = Task { try await shelf.execute(Ask(number: 1)) }
        await archive.asked()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.valueInTime() }
        #expect(await archive.isReplyClosed)
    }

    @Test("Engines 1 · an observer receives the current value, skips values, and never goes back") func observers()
        async throws
    {
        let archive = Archive()
        let shelf = await archive.open()
        try await shelf.send(.add(0)).stored()
        let counts = Task { @MainActor in
            var counts: [Int] = []
            for try await count in shelf.observe(\.items.count) {
                counts.append(count)
                if count == 2_000 { break }
            }
            return counts
        }
        for item in 1..<2_000 { try await shelf.send(.add(item)) }
        let all = try await counts.valueInTime()
        #expect(all.last == 2_000 && all == all.sorted() && Set(all).count == all.count)
    }

    // MARK: Between engines

    private func reader(_ shelf: RemoteStore<Shelf>, observes: Bool = false) -> Store<Reader> {
        Store(Reader.State(), Reader(shelf: shelf, observes: observes), on: Engine())
    }

    @Test(
        "Engines 1 · the actions of an engine are reduced in order, also when they wait for space",
        arguments: [64, 1_024])
    func engineOrder(capacity: Int) async throws {
        let archive = Archive()
        let shelf = await archive.open(capacity: capacity)
        let one = reader(shelf)
        let other = Store(Reader.State(), Reader(shelf: shelf), on: one.engine)
        for start in stride(from: 0, to: 2_000, by: 40) {
            let receipts = [one.send(.put(start..<start + 20)), other.send(.put(start + 20..<start + 40))]
            for receipt in receipts { try await receipt.finishedInTime() }
        }
        try await shelf.send(.close).stored()
        #expect(await archive.items == Array(0..<2_000))
        #expect(one.state.failures.isEmpty)
    }

    @Test("Engines 1 · an action that is not accepted is a failure for the sender") func refused() async throws {
        let archive = Archive()
        let shelf = await archive.open()
        let reader = reader(shelf)
        await archive.shutDown()
        reader.send(.put(0..<2))
        #expect(reader.state.failures == [.closed, .closed])
        let fault = await withCheckedContinuation { continuation in
            reader.engine.onFault = { continuation.resume(returning: $0.kind) }
            reader.send(.putAndGiveUp(3))
        }
        #expect(fault == .unhandledFailure)
    }

    @Test("Engines 1 · as many actions as the capacity wait for space, and more are refused") func bounded()
        async throws
    {
        let store = Store(Shelf.State(), Shelf(), on: Engine())
        let reader = reader(store.remote(capacity: 2, policy: .wait))
        reader.send(.put(0..<10))
        await store.engine.restInTime { store.state.items.count == 4 }
        #expect(store.state.items == [0, 1, 2, 3])
        #expect(reader.state.failures == Array(repeating: .full(capacity: 2), count: 6))
    }

    @Test("Engines 1 · a command ends when its store is released, also if the engine goes on") func storeReleased()
        async throws
    {
        let engine = Engine()
        var replies: [Reply<Ask>] = []
        engine.handle(Ask.self) { (_: Ask, reply: Reply<Ask>) in replies.append(reply) }
        var store: Store<Shelf>? = Store(Shelf.State(), Shelf(), on: engine)
        let shelf = try #require(store?.remote)
        let task = Task { @MainActor in try await shelf.execute(Ask(number: 1)) }
        await engine.restInTime { replies.count == 1 }
        store = nil
        await #expect(throws: RemoteError.closed) { try await task.valueInTime() }
        #expect(replies.map(\.isClosed) == [true])
    }

    @Test("Engines 1 · actions that wait are not sent after the sender has ended") func senderEnds() async throws {
        let store = Store(Shelf.State(), Shelf(), on: Engine())
        let shelf = store.remote(capacity: 1, policy: .wait)
        let reader = reader(shelf)
        let receipt = reader.send(.put(0..<2))
        reader.engine.shutdown()
        await #expect(throws: EngineShutDown.self) { try await receipt.finishedInTime() }
        try await shelf.send(.close).stored()
        #expect(store.state.items == [0])
    }

    @Test("Engines 1 · an action whose command was cancelled while it waits is not sent") func cancelled() async throws
    {
        let store = Store(Shelf.State(), Shelf(), on: Engine())
        let reader = reader(store.remote(capacity: 2, policy: .wait))
        reader.send(.put(0..<2))
        let (second, third) = (reader.send(.put(2..<3)), reader.send(.put(3..<4)))
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.finishedInTime() }
        try await third.finishedInTime()
        await store.engine.restInTime { store.state.items.count == 3 }
        #expect(store.state.items == [0, 1, 3])
    }

    @Test("Engines 1 · a reducer observes a part while its state asks for it, and learns that the store is closed")
    func observation() async throws {
        let archive = Archive()
        let shelf = await archive.open()
        let reader = reader(shelf, observes: true)
        await reader.engine.restInTime { reader.state.counts == [0] }
        for item in 0..<100 { try await shelf.send(.add(item)) }
        await reader.engine.restInTime { reader.state.counts.last == 100 }
        #expect(reader.state.counts == reader.state.counts.sorted())
        reader.send(.stopWatching)
        for _ in 0..<2 { try await shelf.send(.add(100)).stored() }
        reader.send(.put(100..<101))
        #expect(reader.state.counts.last == 100 && reader.state.failures.isEmpty)
        #expect(reader.engine.discardedResultCount == 0)
        let other = self.reader(shelf, observes: true)
        await other.engine.restInTime { other.state.counts.last == 103 }
        await archive.release()
        await other.engine.restInTime { other.state.failures == [.closed] }
    }

    @Test("Engines 1 · a command is forwarded with its result, its failure and its cancellation") func forwarding()
        async throws
    {
        let archive = Archive()
        let shelf = await archive.open()
        let engine = Engine()
        engine.forward(Ask.self, to: shelf)
        var answers: [Result<Int, Refused>] = []
        func ask() -> Receipt {
            engine.execute(
                Ask(number: 1),
                listener: EventListener(
                    onData: { answers.append(.success($0)) }, onFailure: { answers.append(.failure($0)) }))
        }
        let first = ask()
        await archive.asked()
        await archive.answer { $0.finish(with: 3) }
        try await first.finishedInTime()
        let second = ask()
        await archive.asked()
        await archive.answer { $0.fail(Refused()) }
        await #expect(throws: Refused()) { try await second.finishedInTime() }
        #expect(answers == [.success(3), .failure(Refused())])
        let third = ask()
        await archive.asked()
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.finishedInTime() }
        await archive.release()
        await #expect(throws: CancellationError.self) { try await ask().finishedInTime() }
    }
}
