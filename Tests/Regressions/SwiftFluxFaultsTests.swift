import MillraceInspection
import MillraceExtras
import Millrace
import Testing

// Faults of SwiftFlux, a dispatcher and its stores. Those that it shared with Aftermath are in ListenersFaultsTests.
//
// A dispatch within a dispatch of the same type lost payloads. With one payload kept for each type of fact and of
// command, and one for all the actions that wait for a store, each of the first three tests fails.
@MainActor struct SwiftFluxFaultsTests {
    private let branches = ["a": ["b", "c"], "b": ["d"]]

    @Test("facts posted while another is told lose no payload, and neither does that one")
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

    @Test("commands executed while another's event is told lose no payload, and neither does that one")
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

    @Test("actions sent while another is told lose no payload, and neither does that one")
    func nestedActions() async throws {
        try await withEngine { engine in
            let store = Store([], Doer(), on: engine)
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

    // Stores were never freed. With `Store.listen` holding the store, and again with `Store.deinit` closing nothing,
    // the state and what the listeners hold stay alive, and the resource counts counts them.
    @Test("a store that is let go of is freed, and so is whoever listened for it")
    func storesAreFreed() async throws {
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

    // A circle of waits was passed over in silence. With the fault not reported, the test fails.
    @Test("stores that wait for each other are a fault that names them, and each reduces once")
    func circleOfWaits() async throws {
        try await withEngine(faults: [.circularWait]) { engine in
            let stores = (0..<3).map { _ in Store([], Doer(), on: engine) }
            var tokens: [Subscription] = []
            var told = ""
            for (number, store) in stores.enumerated() {
                tokens.append(
                    store.listen(to: News.self, fileID: "Circle", line: UInt(number)) { news, delivery in
                        delivery.wait(for: tokens[(number + 1) % 3])
                        return .note("\(number) \(news.text)")
                    })
            }
            let tell = engine.onFault
            engine.onFault = {
                told = $0.problem
                tell($0)
            }
            engine.post(News())
            #expect(stores.map(\.state) == [["0 n"], ["1 n"], ["2 n"]])
            let circle = (0...3).map { "the Doer at Circle:\($0 % 3)" }.joined(separator: " → ")
            #expect(told.hasSuffix(": \(circle)."))
        }
    }
}
