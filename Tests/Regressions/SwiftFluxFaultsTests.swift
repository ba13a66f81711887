import MillraceHistory
import MillraceExtras
import Millrace
import Testing

// Bugs of SwiftFlux, a dispatcher and its stores. ListenersFaultsTests has those that it shares with Aftermath.
//
// In SwiftFlux, a dispatch within a dispatch of the same type lost payloads. The first three tests fail if the kernel keeps one
// payload for each type of fact and command, and for each store.
@MainActor struct SwiftFluxFaultsTests {
    private let branches = ["a": ["b", "c"], "b": ["d"]]

    @Test("facts that are posted while another one is delivered lose no payload, and neither does that one")
    func nestedFacts() async throws {
        try await withEngine { engine in
            var (first, second): ([String], [String]) = ([], [])
            engine.listen(to: News.self) { news in
                first.append(news.text)
                for text in branches[news.text] ?? [] { engine.post(News(text: text)) }
            }
            engine.listen(to: News.self) { second.append($0.text) }
            engine.post(News(text: "a"))
            #expect(first == ["a", "b", "c", "d"] && second == first)
        }
    }

    @Test("commands that are executed while another's event is delivered lose no payload, and neither does that one")
    func nestedCommands() async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            var (first, second): ([String], [String]) = ([], [])
            engine.listen(
                to: Fetch.self,
                onData: { name in
                    first.append(name)
                    for name in branches[name] ?? [] { engine.execute(Fetch(name: name)) }
                })
            engine.listen(to: Fetch.self, onData: { second.append($0) })
            engine.execute(Fetch(name: "a"))
            #expect(first == ["a", "b", "c", "d"] && second == first)
        }
    }

    @Test(
        "actions that are sent while observers of another one are notified lose no payload, and neither does that one")
    func nestedActions() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var seen: [[String]] = []
            store.subscribe(to: \.last) { [unowned store] last in
                for text in branches[last ?? ""] ?? [] { store.send(.note(text)) }
            }
            store.subscribe(to: \.self) { seen.append($0) }
            store.send(.note("a"))
            #expect(store.state == ["a", "b", "c", "d"])
            #expect(seen == (0...4).map { Array(store.state.prefix($0)) })
        }
    }

    // SwiftFlux never released stores. If `Store.listen` retains the store, or if `Store.deinit` closes nothing, the state
    // and the captures of the listeners stay alive. The resource counts include them.
    @Test("a released store is freed, and so are the captures of its listeners")
    func storesAreReleased() async throws {
        final class Witness {}
        struct Keeper: Reducer {
            typealias Output = Int
            func reduce(_ witness: inout Witness, _ action: Int) -> Flow<Self> { .output(action) }
        }
        weak var state: Witness?
        weak var captured: Witness?
        try await withEngine { engine in
            do {
                let (kept, caught) = (Witness(), Witness())
                (state, captured) = (kept, caught)
                let store = Store(kept, Keeper(), on: engine)
                store.listen(to: News.self) { _ in withExtendedLifetime(caught) { 1 } }
                store.listen(to: Fetch.self) { _ in withExtendedLifetime(caught) { 2 } }
                store.onOutput { _ in withExtendedLifetime(caught) {} }
                store.subscribe { _ in withExtendedLifetime(caught) {} }
                engine.post(News())
                #expect(state != nil && captured != nil)
            }
            #expect(engine.resources.isEmpty)
            #expect(state == nil)
            #expect(captured == nil)
        }
    }

    // SwiftFlux ignored a cycle of waits without a report. If the fault is not reported, this test fails.
    @Test("stores that wait for each other are a fault that names them, and each reduces once")
    func cycleOfWaits() async throws {
        try await withEngine(faults: [.circularWait]) { engine in
            let stores = (0..<3).map { _ in Store([], LoggingReducer(), on: engine) }
            var tokens: [Subscription] = []
            var problem = ""
            for (number, store) in stores.enumerated() {
                tokens.append(
                    store.listen(to: News.self, fileID: "Circle", line: UInt(number)) { news, delivery in
                        delivery.wait(for: tokens[(number + 1) % 3])
                        return .note("\(number) \(news.text)")
                    })
            }
            let report = engine.onFault
            engine.onFault = {
                problem = $0.problem
                report($0)
            }
            engine.post(News())
            #expect(stores.map(\.state) == [["0 n"], ["1 n"], ["2 n"]])
            let cycle = (0...3).map { "the LoggingReducer at Circle:\($0 % 3)" }.joined(separator: " → ")
            #expect(problem.hasSuffix(": \(cycle)."))
        }
    }
}
