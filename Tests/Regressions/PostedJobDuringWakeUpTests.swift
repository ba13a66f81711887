import Millrace
import Testing

/// Symptom: a job from another thread could stay posted until another input woke the engine. This is too rare to reproduce, so
/// this test only tries.
///
/// Cause: a job was posted under the lock, and the flag for pending jobs was set after it. A thread that posts while a wake-up
/// is pending requests no other one. A wake-up between the two steps found no flag and left the job, and no other wake-up
/// followed.
///
/// Correct behavior: the flag is set under the lock.
@MainActor struct PostedJobDuringWakeUpTests {
    @Test("Posted jobs · a reply from another thread is reduced without another input, whatever wake-up is pending")
    func replies() async throws {
        try await withEngine { engine in
            var kept: Reply<Ask>?
            engine.handle(Ask.self) { _, reply in kept = reply }
            for _ in 0..<20_000 {
                let receipt = engine.execute(Ask())
                let reply = try #require(kept)
                reply.data(1)
                Task.detached { reply.finish(with: 2) }
                try await receipt.finishedInTime()
            }
            kept = nil
        }
    }

    private struct Ask: Command { typealias Output = Int }
}
