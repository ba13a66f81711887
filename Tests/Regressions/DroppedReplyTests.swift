import MillraceInspection
import Millrace
import Testing

// Story: the command kept the other end of its reply strongly, so that a handler which forgot its reply was never found
// out: the command never ended, and its receipt never returned. The command's end is weak now (`EffectWork.reply`); with a strong
// one, this test never ends.
@MainActor struct DroppedReplyTests {
    struct Ask: Command { typealias Output = Int }

    @Test("a handler that forgets its reply is found out, and whoever awaits is resumed")
    func foundOut() async throws {
        try await withEngine(faults: [.replyDropped]) { engine in
            engine.handle(Ask.self) { _, _ in }
            await #expect(throws: CancellationError.self) { try await engine.execute(Ask()).finishedInTime() }
            #expect(engine.resources.effects == 0)
        }
    }
}
