#if PostgreSQL
    import Millrace
    import MillraceExtras
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Messages to an engine that moves between nodes.
    @MainActor @Suite("Many machines · moves") struct MovingEngineTests {
        private nonisolated static let (senders, rounds) = (100, 10)
        private nonisolated static var count: Int { senders * rounds }

        private func office(_ database: Database) async throws -> HostedOffice {
            // A busy machine does not end the lease.
            HostedOffice(try await DurableStorage(try await database.node { $0.lease = 60 }, migrations: []))
        }

        /// Sends a message in each round.
        ///
        /// - Parameter isWaiting: Whether each message is stored before the next one is sent.
        private nonisolated func send(
            _ sender: Int, to office: RemoteStore<Office>, in rounds: Rounds, isWaiting: Bool
        ) async {
            var receipts: [RemoteReceipt] = []
            for round in 0..<Self.rounds {
                await rounds.begin(of: round)
                let number = sender * Self.rounds + round
                await #expect(throws: Never.self) {
                    receipts.append(try await office.send(.note(number), id: "\(number)"))
                }
                await rounds.noteMessage()
                if isWaiting { await #expect(throws: Never.self) { try await receipts.popLast()?.stored() } }
            }
            for receipt in receipts { await #expect(throws: Never.self) { try await receipt.stored() } }
        }

        /// Lets the engine move in each round, when half of its messages are sent. The first node is shut down.
        private func move(_ offices: [HostedOffice], in rounds: Rounds) async throws {
            let (first, a, b) = (offices[0], offices[1], offices[2])
            var (owner, next) = (first, a)
            for round in 0..<Self.rounds {
                next.start()
                rounds.begin(round)
                await rounds.messages(round * Self.senders + Self.senders / 2)
                let openings = next.openings
                try await owner.stop()
                if owner === first { await first.storage.close() }
                await next.opened(openings + 1)
                (owner, next) = (next, next === a ? b : a)
            }
        }

        @Test(
            "Machines 1 · while 100 senders send to an engine that drains and moves, each message is stored, and reduced once and in order"
        )
        func drain() async throws {
            let (database, rounds) = (try await Database(), Rounds())
            let offices = [try await office(database), try await office(database), try await office(database)]
            offices[0].start()
            await offices[0].opened(1)
            try await withThrowingTaskGroup { group in
                for sender in 0..<Self.senders {
                    // The first node does not send, because it is shut down.
                    let storage = offices[1 + sender % 2].storage
                    let handle = storage.remote(Office.self, in: "office", named: "notes")
                    group.addTask { await send(sender, to: handle, in: rounds, isWaiting: sender % 4 < 2) }
                }
                group.addTask { try await move(offices, in: rounds) }
                try await group.waitForAll()
            }
            for try await count in offices[1].handle.observe(\.notes.count) where count >= Self.count { break }
            let notes = try await offices[2].handle.value(of: \.notes)
            #expect(notes.sorted() == Array(0..<Self.count))
            for sender in 0..<Self.senders {
                let own = notes.filter { $0 / Self.rounds == sender }
                #expect(own == own.sorted())
            }
            for office in offices[1...] { try await office.stop() }
            for office in offices { #expect(office.faults.isEmpty) }
            for office in offices[1...] { await office.storage.close() }
        }
    }

    /// The rounds in which senders send.
    @MainActor private final class Rounds {
        private var (last, messages) = (-1, 0)
        private var waiters: [(isDue: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        private func resume() {
            let due = waiters.filter { $0.isDue() }
            waiters.removeAll { $0.isDue() }
            for waiter in due { waiter.continuation.resume() }
        }

        private func wait(until isDue: @escaping () -> Bool) async {
            if !isDue() { await withCheckedContinuation { waiters.append((isDue, $0)) } }
        }

        /// Begins a round.
        func begin(_ round: Int) {
            last = round
            resume()
        }

        /// Returns when a round has begun.
        func begin(of round: Int) async { await wait { self.last >= round } }

        /// Notes that a message is sent.
        func noteMessage() {
            messages += 1
            resume()
        }

        /// Returns when so many messages are sent.
        func messages(_ count: Int) async { await wait { self.messages >= count } }
    }
#endif
