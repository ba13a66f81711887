#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// Asks for a command that holds a key, of which nobody else knows.
    private struct Renting: Reducer {
        /// Is counted as long as it lives.
        final class Key: Sendable {
            private let living: Lock<Int>
            init(_ living: Lock<Int>) {
                self.living = living
                living.withLock { $0 += 1 }
            }
            deinit { living.withLock { $0 -= 1 } }
        }
        struct Rent: Command, Hashable {
            typealias Output = Void
            typealias Failure = Never
            let key: Key
            static func == (one: Rent, other: Rent) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }
        enum Action { case rent }

        let living = Lock(0)

        func reduce(_ isRenting: inout Bool, _ action: Action) -> Flow<Self> {
            isRenting = true
            return .execute(Rent(key: Key(living)))
        }

        /// The last system state of an exploration that has gone; a command is pending in it.
        func lastSystemState() -> SystemState<Self>? {
            // Safe: one task explores, the one that waits for it here.
            nonisolated(unsafe) var last: SystemState<Self>?
            Explorer(false, self)
                .actions { $0 ? [] : [.rent] }
                .outcomes(of: Rent.self) { _ in [] }
                .always("is kept") { systemState in
                    last = systemState
                    return true
                }
                .check()
            return last
        }
    }

    @Suite("A system state that is kept")
    struct KeptSystemStateTests {
        @Test("tells what is pending when the exploration has gone, and then lets it go")
        func kept() throws {
            let renting = Renting()
            var systemState = renting.lastSystemState()
            // Asked first: what is pending could not be looked at if it had gone.
            try #require(renting.living.withLock { $0 } == 1)
            #expect(systemState?.pending(Renting.Rent.self).count == 1)
            systemState = nil
            #expect(renting.living.withLock { $0 } == 0)
        }
    }
#endif
