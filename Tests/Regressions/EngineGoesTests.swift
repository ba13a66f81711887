import MillraceExtras
import MillraceModules
import MillraceHistory
import Millrace
import TestSupport
import Testing

// Stories of an engine that is let go while something runs or is held, each found by an adversarial reading. What ends
// then asked for the engine through an unowned reference, which stops the program when the engine is on its way out;
// and a sequence that waited held the engine for good. On the kernel before the mends the first three tests stopped the
// program, and the fourth hung.
@MainActor struct EngineGoesTests {
    /// An engine with all that remembers or keeps its messages.
    @MainActor private final class Place {
        let engine = Engine(isolation: MainActor.shared)
        let history = History(records: 100)
        lazy var store = Store([], Doer(), on: engine)
        var receipts: [Receipt] = []

        init() { engine.history = history }
    }

    @Test("an engine with a history goes while a command runs")
    func running() async throws {
        var place: Place? = Place()
        let shelf = place.map { Shelf($0.engine) }
        let history = place?.history
        let receipt = place?.store.send(.do(.fetch()))
        weak let engine = place?.engine
        place = nil
        #expect(engine == nil)
        await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
        #expect(shelf?.replies.count == 1 && history?.records.count == 2)
    }

    @Test("an engine goes while a message is held, and somebody keeps a message's receipt", arguments: [true, false])
    func kept(isHeld: Bool) async throws {
        var place: Place? = Place()
        let shelf = place.map { Shelf($0.engine) }
        place?.engine.middleware = [
            Interceptor { [unowned place] message in
                place?.receipts.append(message.receipt)
                return isHeld && message.kind == .command ? .hold : .pass
            }
        ]
        let receipt = place?.store.send(.do(.fetch()))
        let receipts = place?.receipts ?? []
        weak let engine = place?.engine
        place = nil
        #expect(engine == nil)
        for receipt in [receipt] + receipts {
            await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
        }
        withExtendedLifetime(shelf) {}
    }

    @Test("an engine goes while fifty thousand messages wait for the end of one, each for the next")
    func longChain() async throws {
        struct Chained: Reducer {
            func reduce(_ count: inout Int, _ left: Int) -> Flow<Self> {
                count += 1
                return left > 0 ? .send(left - 1) : .execute(Fetch())
            }
        }
        var engine: Engine? = Engine()
        var receipts: [Receipt] = []
        let shelf = engine.map { Shelf($0) }
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
        withExtendedLifetime(shelf) {}
    }

    @Test("an engine goes whose store has a sequence that waits for a held fact")
    func sequence() async throws {
        var engine: Engine? = Engine()
        engine?.middleware = [Interceptor { $0.kind == .fact ? .hold : .pass }]
        var store = engine.map { Store([], Doer(), on: $0) }
        let receipt = store?.send(.do(.post(News()).then(.note("x"))))
        weak let gone = engine
        (engine, store) = (nil, nil)
        #expect(gone == nil)
        await #expect(throws: (any Error).self) { try await receipt?.finishedInTime() }
    }

    // Found by a test of a host. A window that is closed has no stores that hold the engine, so the engine goes with the
    // navigator, while the letter that closes the window for good waits in its mailbox; the engine closed it then, and the
    // window asked for the engine. It stopped the program.
    @Test("an engine goes with its only window, which was closed", arguments: [true, false])
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
