import Millrace
import Testing

// Symptom: each page of a server left its observers in memory, until a part of the state changed.
// Cause: observers whose owners were released were removed only by a notification, and parts of a state without observers only by
// a turn.
// Correct behavior: they are also removed when others are added.
@MainActor struct EndedOwnersTests {
    private final class Object {}

    private struct Weak {
        weak var object: Object?
    }

    /// Registers 1,000 observers, each of which has an owner that is released at once.
    ///
    /// - Parameter register: Registers an observer that retains an object until it is removed.
    /// - Returns: The number of objects that remain.
    private func remaining(_ register: (_ owner: Object, _ object: Object) -> Void) -> Int {
        let objects = (0..<1_000).map { _ in
            let object = Object()
            register(Object(), object)
            return Weak(object: object)
        }
        return objects.count { $0.object != nil }
    }

    @Test("Regression · subscribers whose owners were released are removed although nothing changes")
    func subscribers() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            let count = self.remaining { owner, object in
                store.subscribe(owner: owner) { _ in withExtendedLifetime(object) {} }
            }
            #expect(count < 100)
        }
    }

    @Test("Regression · the parts of a state that they observed are removed too") func parts() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            let count = self.remaining { owner, object in
                store.subscribe(to: { state in withExtendedLifetime(object) { state.count } }, owner: owner) { _ in }
            }
            #expect(count < 100)
        }
    }

    @Test("Regression · listeners whose owners were released are removed although nothing happens")
    func listeners() async throws {
        try await withEngine { engine in
            let count = self.remaining { owner, object in
                engine.listen(to: Fetch.self, owner: owner) { _ in withExtendedLifetime(object) {} }
            }
            #expect(count < 100)
        }
    }

    /// Registers another observer and sends an action when it is released.
    @MainActor private final class Chain {
        let store: Store<LoggingReducer>
        var next: Chain?

        init(_ store: Store<LoggingReducer>) { self.store = store }

        isolated deinit {
            let next = next.take()
            store.subscribe(to: \.count, owner: Object()) { _ in withExtendedLifetime(next) {} }
            store.send(.note("released"))
        }
    }

    @Test("Regression · what is released with an observer may add others and send actions") func chain() async throws {
        try await withEngine { engine in
            let store = Store([], LoggingReducer(), on: engine)
            var counts: [Int] = []
            for _ in 0..<10 {
                let chain = Chain(store)
                chain.next = Chain(store)
                store.subscribe(to: \.count, owner: Object()) { _ in withExtendedLifetime(chain) {} }
                for _ in 0..<50 { store.subscribe(owner: Object()) { _ in } }
                store.subscribe(to: { $0.count }, owner: engine) { counts.append($0) }
                #expect(counts.last == store.state.count)
            }
            counts = []
            store.send(.note("a"))
            #expect(counts == Array(repeating: store.state.count, count: 10))
        }
    }
}
