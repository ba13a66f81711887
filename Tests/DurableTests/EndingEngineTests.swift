#if SQLite || App
    import Millrace
    import MillraceExtras
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Messages with ids to an engine that ends meanwhile.
    @MainActor @Suite("Ending engines") struct EndingEngineTests {
        private let backend = SlowBackend()
        private let mail: Mail

        init() { mail = Mail(DurableStorage(backend)) }

        /// Starts the receiver again, and returns what it has reduced.
        private func restart() async throws -> [Int]? {
            await mail.killReceiver()
            try await mail.startReceiver()
            defer { #expect(mail.faults.isEmpty) }
            return mail.office?.state.notes
        }

        @Test("Engines 2 · a message that an ending engine does not accept is stored in its inbox") func notAccepted()
            async throws
        {
            try await mail.startReceiver()
            await backend.holdLookups()
            let sent = Task { try await mail.handle.send(.note(1), id: "1").stored() }
            await backend.heldLookup()
            try await mail.receiver?.suspend(grace: .zero)
            await backend.go()
            try await sent.valueInTime()
            #expect(try await restart() == [1])
            await mail.killReceiver()
        }

        @Test("Engines 2 · a message that an engine has reduced before its end is acknowledged afterwards, too")
        func reduced() async throws {
            try await mail.startReceiver()
            await backend.stop()
            let receipt = try await mail.handle.send(.note(1), id: "1")
            let suspended = Task { try await mail.receiver?.suspend(grace: .zero) }
            await backend.go()
            try await suspended.valueInTime()
            try await receipt.stored()
            #expect(try await restart() == [1])
            await mail.killReceiver()
        }

        @Test("Engines 2 · a message that an ending engine discards is not acknowledged") func discarded() async throws
        {
            try await mail.startReceiver()
            let (failed, continuation) = AsyncStream<Void>.makeStream()
            mail.receiver?.onFailure = { _ in continuation.yield() }
            await backend.fail(times: 1)
            mail.office?.send(.note(1))
            for await _ in failed { break }
            // The engine is paused.
            let receipt = try await mail.handle.send(.note(2), id: "2")
            let suspended = Task { try await mail.receiver?.suspend(grace: .zero) }
            let stored = Task { try await receipt.stored() }
            mail.scheduler.advance(by: .seconds(5))
            try await suspended.valueInTime()
            await #expect(throws: RemoteError.closed) { try await stored.valueInTime() }
            #expect(try await restart() == [1])
            await mail.killReceiver()
        }
    }
#endif
