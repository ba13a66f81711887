import Millrace
import Testing

/// A letter from another thread could lie in the mailbox until something else moved the engine. It was found by
/// reading, when a wait that never ended was looked for, and is too rare to be met here: this only tries it.
///
/// A letter was put into the mailbox under its lock, and only then was the flag raised that says that there may be
/// letters. Whoever posts while a wake-up is on its way asks for none. A wake-up that came between the two steps found
/// no flag, left the letter, and none came after it. Now the flag is raised under the lock.
@MainActor struct LetterBesideAWakeTests {
    @Test("Letters · a reply from another thread is reduced by itself, whatever wake-up is on its way")
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
