import MillraceExtras
import Millrace
import Testing

// Story: the listeners to a command's events and those to a fact were kept under the name of the command's or the
// fact's type, and were taken for what the caller expects without a check. A type that is both a command and a fact
// gave one list two types: in debug the test stopped, in release it heard garbage. They are kept under the type of the
// message now.
@MainActor struct CommandAndFactTests {
    struct Saved: Command, Fact { typealias Output = Int }

    @Test("a type may be a command and a fact, and has listeners to both")
    func both() async throws {
        try await withEngine { engine in
            engine.handle(Saved.self) { _ in 7 }
            var heard: [String] = []
            engine.listen(to: Saved.self, onData: { heard.append("done \($0)") })
            engine.listen(to: Saved.self) { (_: Saved) in heard.append("posted") }
            engine.execute(Saved())
            engine.post(Saved())
            #expect(heard == ["done 7", "posted"])
        }
    }
}
