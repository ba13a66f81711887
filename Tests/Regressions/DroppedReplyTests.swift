import MillraceHistory
import Millrace
import Testing

// Symptom: a command whose handler released its reply never ended, and its receipt never returned.
// Cause: the command retained the other end of the reply.
// Correct behavior: the command's reference is weak (`EffectWork.reply`). With a strong one, this test never ends.
@MainActor struct DroppedReplyTests {
    struct Ask: Command { typealias Output = Int }

    @Test("a handler that releases its reply is a fault, and the awaiting caller is resumed")
    func releasedReply() async throws {
        try await withEngine(faults: [.replyDropped]) { engine in
            engine.handle(Ask.self) { _, _ in }
            await #expect(throws: CancellationError.self) { try await engine.execute(Ask()).finishedInTime() }
            #expect(engine.resources.effects == 0)
        }
    }
}
