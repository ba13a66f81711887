import MillraceExtras
import MillraceModules
import MillraceHistory
import Millrace
import TestSupport
import Testing

// Bugs of an engine that is released while something runs or is held.
// Symptom: the first three tests stopped the program, and the fourth one hung.
// Cause: effects that ended used the engine through an unowned reference during its deinit. A waiting sequence retained the
// engine permanently.
// Correct behavior: the engine is released, and every receipt throws.
@MainActor struct EngineReleaseTests {
    /// An engine with a history, a store and the receipts of its messages.
    @MainActor private final class EngineOwner {
        let engine = Engine(isolation: MainActor.shared)
        let history = History(records: 100)
        lazy var store = Store([], LoggingReducer(), on: engine)
        var receipts: [Receipt] = []

        init() { engine.history = history }
    }

    @Test("an engine with a history can be released while a command runs")
    func running() async throws {
        var owner: EngineOwner? = EngineOwner()
        let holder = owner.map { ReplyHolder($0.engine) }
        let history = owner?.history
        let receipt = owner?.store.send(.do(.fetch()))
        weak let engine = owner?.engine
        owner = nil
        #expect(engine == nil)
        await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
        #expect(holder?.replies.count == 1 && history?.records.count == 2)
    }

    @Test(
        "an engine can be released while a message is held and a caller keeps a message's receipt",
        arguments: [true, false])
    func kept(isHeld: Bool) async throws {
        var owner: EngineOwner? = EngineOwner()
        let holder = owner.map { ReplyHolder($0.engine) }
        owner?.engine.middleware = [
            Interceptor { [unowned owner] message in
                owner?.receipts.append(message.receipt)
                return isHeld && message.kind == .command ? .hold : .pass
            }
        ]
        let receipt = owner?.store.send(.do(.fetch()))
        let receipts = owner?.receipts ?? []
        weak let engine = owner?.engine
        owner = nil
        #expect(engine == nil)
        for receipt in [receipt] + receipts {
            await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
        }
        withExtendedLifetime(holder) {}
    }

    @Test("an engine can be released while fifty thousand chained messages wait for the end of one command")
    func longChain() async throws {
        struct Chained: Reducer {
            func reduce(_ count: inout Int, _ left: Int) -> Flow<Self> {
                count += 1
                return left > 0 ? .send(left - 1) : .execute(Fetch())
            }
        }
        var engine: Engine? = Engine()
        var receipts: [Receipt] = []
        let holder = engine.map { ReplyHolder($0) }
        engine?.middleware = [
            Interceptor { message in
                receipts.append(message.receipt)
                return .pass
            }
        ]
        var store = engine.map { Store(0, Chained(), on: $0) }
        let receipt = store?.send(50_000)
        (engine, store) = (nil, nil)
        await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
        await #expect(throws: (any Error).self) { try await receipts[49_000].finishedInTime() }
        withExtendedLifetime(holder) {}
    }

    @Test("an engine can be released while a sequence of its store waits for a held fact")
    func sequence() async throws {
        var engine: Engine? = Engine()
        engine?.middleware = [Interceptor { $0.kind == .fact ? .hold : .pass }]
        var store = engine.map { Store([], LoggingReducer(), on: $0) }
        let receipt = store?.send(.do(.post(News()).then(.note("x"))))
        weak let released = engine
        (engine, store) = (nil, nil)
        #expect(released == nil)
        await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
    }

    // Symptom: the program stopped.
    // Cause: a closed window has no stores that retain the engine, so the engine was released with the navigator. The job that
    // closes the window was still posted. The engine ran it during its deinit, and the window used the engine.
    @Test("an engine can be released with its only window, which was closed", arguments: [true, false])
    func closedWindow(isHeld: Bool) {
        struct Blank: Module {
            func state(for nothing: Void) {}
            func reduce(_ state: inout Void, _ action: Never) -> Flow<Self> {}
        }
        var navigator: Navigator? = Navigator(root: Blank(), on: Engine())
        let held = MessageHolder()
        navigator?.close()
        navigator?.engine.middleware = [held]
        if isHeld { navigator?.request(.closeWindow) }
        weak let engine = navigator?.engine
        navigator = nil
        #expect(engine == nil && held.messages.count == (isHeld ? 1 : 0))
    }
}
