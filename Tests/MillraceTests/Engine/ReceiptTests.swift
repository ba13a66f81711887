import Millrace
import Testing

@MainActor struct ReceiptTests {
    @Test("S3 · a receipt ends when the message and all that it caused have ended; at once when there is nothing")
    func ends() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            try await store.send(.add(1)).finished()
            let receipt = store.send(.do(.fetch().and(.send(.do(.fetch("b").and(.after(.seconds(1), .fetch("c"))))))))
            var isFinished = false
            let awaiting = Task {
                try await receipt.finished()
                isFinished = true
            }
            await desk.succeed(0, with: "a")
            await desk.succeed(1, with: "b")
            rig.time.advance(by: .seconds(1))
            #expect(!isFinished)
            await desk.succeed(2, with: "c")
            try await awaiting.value
            #expect(isFinished && store.state.log.suffix(1) == ["c"])
            try await receipt.finished()
        }
    }

    @Test("S7 · everybody who awaits a receipt is resumed, before and after its end")
    func manyWaiters() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let receipt = rig.engine.execute(Fetch())
            let waiters = (0..<100).map { _ in Task { try await receipt.finished() } }
            await desk.fail(0, with: Oops())
            for waiter in waiters { await #expect(throws: Oops()) { try await waiter.value } }
        }
    }

    @Test("S7 · cancelling the waiting task cancels the work, before it waits and while it does")
    func cancelledWaiter() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            for isEarly in [true, false] {
                let receipt = store.send(.do(.fetch()))
                let waiter = Task {
                    if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                    try await receipt.finished()
                }
                if !isEarly {
                    await Task { @MainActor in }.value
                    waiter.cancel()
                }
                await #expect(throws: CancellationError.self) { try await waiter.value }
            }
            #expect(desk.cancelled == [0, 1] && rig.engine.census.effects == 0)
        }
    }

    @Test("S7 · a message sent within a turn has a receipt of its own")
    func nestedReceipts() async throws {
        try await withRig { rig in
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var inner: Receipt?
            store.subscribe(to: \.count) { [unowned store] in if $0 == 1 { inner = store.send(.note("inner")) } }
            store.send(.add(1))
            try await inner?.finished()
            #expect(store.state.log == ["inner"])
        }
    }

    @Test("S7 · messages of a cancelled receipt that wait are folded, and what they ask for is cancelled")
    func cancelledInTheMiddle() async throws {
        try await withRig { rig in
            let desk = Desk<Fetch>(rig.engine)
            let store = Store(Scribe.State(), Scribe(), on: rig.engine)
            var receipt: Receipt?
            store.subscribe(to: \.count) { [unowned store] count in
                if count == 1 { receipt = store.send(.do(.note("folded").and(.send(.do(.fetch()))))) }
                if count == 2 { receipt?.cancel() }
            }
            store.send(.do(.send(.add(1)).and(.send(.add(1)))))
            await #expect(throws: CancellationError.self) { try await receipt?.finished() }
            #expect(store.state.log.last == "folded" && desk.asked.isEmpty)
        }
    }
}
