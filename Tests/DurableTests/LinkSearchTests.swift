#if SQLite || App
    import Millrace
    import MillraceExtras
    import MillraceTesting
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// The explorer searches two durable engines with a link between them.
    @MainActor @Suite("Two engines with a link") struct LinkSearchTests {
        // MARK: In one direction

        /// A desk that sends notes to an office, where a note can be added too.
        private func notes(_ count: Int = 2) -> LinkExplorer<Desk, Office> {
            LinkExplorer(
                from: { office in
                    Explorer(Desk.State(), Desk(office: office))
                        .actions { $0.sent.count < count ? [.send($0.sent.count + 1)] : [] }
                        .never("failed") { !$0.state.failures.isEmpty }
                },
                to: Explorer(Office.State(), Office())
                    .actions { $0.notes.contains(0) ? [] : [.note(0)] })
        }

        private func search(
            _ explorer: LinkExplorer<some Reducer, some Reducer>, _ options: RestartOptions = RestartOptions()
        ) async throws -> RestartExploration {
            try await explorer.exploreRestarts(options, limit: 2_000)
        }

        private func search(_ plant: @escaping (MemoryBackend) -> PlantedBackend) async throws -> RestartExploration {
            try await search(notes(), RestartOptions(backend: plant))
        }

        private func expect(
            _ property: String, _ steps: [String], _ search: RestartExploration,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let violation = search.violations.first
            print(violation.map { "\($0)" } ?? "\(search)")
            #expect(violation?.property == property, "\(search)", sourceLocation: sourceLocation)
            #expect(violation?.steps == steps, sourceLocation: sourceLocation)
        }

        @Test(
            "Engines 2 · two engines without a bug are searched to the end, with delays and restarts after every step")
        func right() async throws {
            let result = try await notes(3)
                .always("no note is invented") { link in
                    link.receiver.state.notes.allSatisfy { $0 == 0 || link.sender.state.sent.contains($0) }
                }
                .always("a note is delayed or in the office") { link in
                    link.sender.state.sent.count
                        == link.messagesToReceiver.count + link.receiver.state.notes.count { $0 != 0 }
                }
                .sometimes("all messages are delayed") { $0.messagesToReceiver == [.note(1), .note(2), .note(3)] }
                .eventually("everything arrives") { link in
                    link.isQuiet && link.sender.state.sent == link.receiver.state.notes.filter { $0 != 0 }
                }
                .checkRestarts()
            // With n sent and k arrived: the own note is missing, or in one of k + 1 places.
            let expected = (0...3).map { sent in (0...sent).map { 1 + ($0 + 1) }.reduce(0, +) }.reduce(0, +)
            #expect(result.isComplete && result.worlds == expected && expected == 30, "\(result)")
        }

        @Test("Engines 2 · the search finds a message that is reduced twice, because it is not deleted") func repeated()
            async throws
        {
            expect(
                "once",
                ["sender: send .send(1)", "receiver: .note(1) arrives", "receiver: the process is killed"],
                try await search { PlantedBackend(memory: $0, tear: { $0.inbox = [:] }) })
        }

        @Test("Engines 2 · the search finds a message that is lost when its receiver restarts") func lost() async throws
        {
            expect(
                "lost", ["sender: send .send(1)", "receiver: the process is killed"],
                try await search { memory in
                    PlantedBackend(
                        memory: memory,
                        loaded: { engine, stored async throws(DurableError) in
                            if engine == "receiver" { try await memory.delete(stored.inbox.keys, of: engine) }
                        })
                })
        }

        @Test("Engines 2 · the search finds a message that is deleted before its turn is stored") func deletedEarly()
            async throws
        {
            var memory: MemoryBackend?
            let options = RestartOptions(
                backend: {
                    memory = $0
                    return $0
                },
                engineBackend: { backend in
                    let inner = memory
                    return PlantedBackend(
                        memory: backend,
                        read: { engine, messages async throws(DurableError) in
                            try await inner?.delete(messages.keys, of: engine)
                        })
                })
            expect(
                "lost",
                [
                    "sender: send .send(1)",
                    "receiver: .note(1) arrives, and the process is killed before the turn is stored",
                ], try await search(notes(), options))
        }

        @Test("Engines 2 · the search finds two messages that are swapped") func swapped() async throws {
            expect(
                "order", ["sender: send .send(1)", "sender: send .send(2)", "receiver: .note(2) arrives"],
                try await search { PlantedBackend(memory: $0, inboxOrder: { $0.reversed() }) })
        }

        @Test("Engines 2 · the search finds a sender that counts a message as confirmed when it is only sent")
        func unconfirmed() async throws {
            let explorer = notes().always("what is confirmed is in the office") { link in
                link.sender.state.sent.allSatisfy(link.receiver.state.notes.contains)
            }
            expect("what is confirmed is in the office", ["sender: send .send(1)"], try await search(explorer))
        }

        @Test("Engines 2 · the properties of each engine's explorer are checked") func ownProperties() async throws {
            let explorer = LinkExplorer(
                from: { office in
                    Explorer(Desk.State(), Desk(office: office)).actions { $0.sent.isEmpty ? [.send(1)] : [] }
                },
                to: Explorer(Office.State(), Office())
                    .noStep("a note") { _, action, _ in action == .note(1) })
            expect("a note", ["sender: send .send(1)", "receiver: .note(1) arrives"], try await search(explorer))
        }

        @Test("Engines 2 · a search that reaches its limit is not complete") func limit() async throws {
            let result = try await notes().exploreRestarts(limit: 4)
            #expect(!result.isComplete && result.worlds == 4)
        }

        // MARK: In both directions

        /// A till that charges an order at a vault, which answers. The charge and the refund can cross.
        private func payment(
            _ way: Vault.Way = .right, refundsOnlyCharged: Bool = false
        ) -> LinkExplorer<Till, Vault> {
            LinkExplorer(
                from: { vault in
                    Explorer(Till.State(), Till(vault: vault, refundsOnlyCharged: refundsOnlyCharged))
                        .actions { state in
                            switch state.phase {
                            case .idle: [.place]
                            case .charging, .charged: [.cancel]
                            case .cancelled: []
                            }
                        }
                },
                to: { till in
                    Explorer(Vault.State(), Vault(till: till, way: way))
                        .outcomes(of: Take.self) { _ in [.complete(1)] }
                        .outcomes(of: TakeOnce.self) { _ in [.complete(1)] }
                }
            )
            .never("a cancelled order is charged") {
                $0.isQuiet && $0.sender.state.phase == .cancelled && $0.receiver.state.phase == .taken
            }
            .eventually("an answer", from: { $0.sender.state.phase == .charging }) {
                $0.isQuiet && [.taken, .refunded].contains($0.receiver.state.phase)
            }
        }

        @Test("Engines 2 · messages in both directions, timers and commands are searched to the end") func payments()
            async throws
        {
            let result = try await payment()
                .sometimes("an answer and a refund cross") {
                    $0.messagesToSender == [.charged] && $0.messagesToReceiver == [.refund]
                }
                .checkRestarts()
            #expect(result.isComplete && result.worlds == 18, "\(result)")
        }

        @Test("Engines 2 · the search finds a cancellation that crosses the charge") func crossingCharge() async throws
        {
            expect(
                "a cancelled order is charged",
                [
                    "sender: send .place", "receiver: .charge arrives", "the next timer fires",
                    "receiver: Take.complete", "sender: .charged arrives",
                ], try await search(payment(refundsOnlyCharged: true)))
        }

        @Test("Engines 2 · the search finds a refund that arrives before its charge is taken") func earlyRefund()
            async throws
        {
            expect(
                "a cancelled order is charged",
                [
                    "sender: send .place", "receiver: .charge arrives", "the next timer fires",
                    "receiver: .refund arrives", "receiver: Take.complete", "sender: .charged arrives",
                ], try await search(payment(.ignoresEarlyRefund)))
        }

        @Test("Engines 2 · the search finds a receiver that forgets the work of a message when it is killed")
        func forgotten()
            async throws
        {
            expect(
                "an answer", ["sender: send .place", "receiver: .charge arrives", "receiver: the process is killed"],
                try await search(payment(.forgetsAfterKill)))
        }
    }
#endif
