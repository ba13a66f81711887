import MillraceExtras
import MillraceHistory
import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// Symptom: a session that ended while the user was asked something stayed in memory with its window.
/// Cause: the middleware that asked retained the navigator until the answer, and the session only released its own reference.
/// Correct behavior: the end of the session removes the scenes, so the question ends without an answer.
@MainActor @Suite(.timeLimit(.minutes(20))) struct OpenQuestionTests {
    @Test("the end of a session with an open question frees its scenes, its navigator and the held message")
    func open() async throws {
        let engine = Engine()
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        engine.middleware = [
            .async(where: { "\($0.payload)" == "add" }) { message in
                let isAnswered = await message.navigator?.ask(About()) != nil
                answer.yield(isAnswered)
                return nil
            }
        ]
        weak var window: Navigator?
        let session = try await MainActorSession("s", isShared: false) {
            let navigator = Navigator(root: Shop(), stacked: true, on: engine)
            window = navigator
            return navigator
        }
        let content = await session.open("/", wait: .counting())
        let add = try #require(content.html.firstMatch(of: /value="(\d+)">Add</)).1
        let question = await session.submit([("r", String(add))], number: content.sequence, wait: .counting())
        #expect(question.html.contains("To the shop") && engine.resources.scenes == 3 && engine.resources.effects == 1)
        session.end()
        try #require(engine.resources.scenes == 0 && engine.resources.stores == 0 && engine.resources.subscribers == 0)
        var iterator = answers.makeAsyncIterator()
        #expect(await iterator.next() == false)
        // The middleware has continued, and returns before another job of its actor that begins now.
        await Task { @MainActor in }.value
        await Task { @MainActor in }.value
        #expect(window == nil && engine.resources.isEmpty)
    }
}
