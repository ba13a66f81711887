import MillraceExtras
import Millrace
import Testing

// Symptom: with a type that is both a command and a fact, the test stopped in debug builds, and received invalid values in
// release builds.
// Cause: the listeners to events and to facts were stored by the type of the command or the fact, and were cast without a
// check. So one list had listeners of two types.
// Correct behavior: listeners are stored by the type of the message.
@MainActor struct CommandAndFactTests {
    struct Saved: Command, Fact { typealias Output = Int }

    @Test("a type may be both a command and a fact, with listeners to both")
    func both() async throws {
        try await withEngine { engine in
            engine.handle(Saved.self) { _ in 7 }
            var received: [String] = []
            engine.listen(to: Saved.self, onData: { received.append("done \($0)") })
            engine.listen(to: Saved.self) { (_: Saved) in received.append("posted") }
            engine.execute(Saved())
            engine.post(Saved())
            #expect(received == ["done 7", "posted"])
        }
    }
}
