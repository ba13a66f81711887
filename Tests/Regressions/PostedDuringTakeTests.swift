import Millrace
import MillraceHistory
import Testing

/// Symptom: the engine took posted jobs forever, at full load, and nothing else ran on its actor. This is too rare to reproduce, so this
/// test only tries.
///
/// Cause: each posted job raises two flags under the lock, one after the other. The engine lowered both flags before it took the
/// lock. A thread that posted at that moment raised the second flag after it was lowered, and its job was taken. The engine then
/// found a flag, but no job, again and again.
///
/// Correct behavior: the flags are lowered under the lock.
@MainActor struct PostedDuringTakeTests {
    @Test("Posted jobs · the engine takes jobs while another thread posts, and becomes idle", .timeLimit(.minutes(10)))
    func progress() async throws {
        try await withEngine { engine in
            var kept: Reply<Count>?
            var received = 0
            engine.handle(Count.self) { _, reply in kept = reply }
            engine.listen(to: Count.self) { _ in received += 1 }
            engine.execute(Count())
            let reply = try #require(kept)
            kept = nil
            let posting = Task.detached {
                for number in 0..<200_000 { reply.progress(number) }
                reply.finish()
            }
            while received < 200_000 {
                engine.processPending()
                await Task.yield()
            }
            await posting.value
            engine.processPending()
            #expect(received == 200_000)
        }
    }

    private struct Count: Command {
        typealias Output = Void
        typealias Progress = Int
    }
}
