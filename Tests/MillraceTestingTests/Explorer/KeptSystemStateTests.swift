#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Requests a command with a key that only the command retains.
    private struct Renting: Reducer {
        /// A key that counts its instances.
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

        /// The last system state of a released exploration, with a pending command.
        func lastSystemState() -> SystemState<Self>? {
            // Safe: only one task searches, and this code waits for it.
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

    @Suite("Lifetime of a system state")
    struct KeptSystemStateTests {
        @Test("a system state retains its pending commands after the exploration was released")
        func kept() throws {
            let renting = Renting()
            var systemState = renting.lastSystemState()
            // Checked first: if the entries had been released, reading `pending` would crash.
            try #require(renting.living.withLock { $0 } == 1)
            #expect(systemState?.pending(Renting.Rent.self).count == 1)
            systemState = nil
            #expect(renting.living.withLock { $0 } == 0)
        }
    }
#endif
