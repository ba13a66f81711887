import MillraceExtras
import MillraceModules
import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// M15: without the script, a document waits for the effects of its form, up to a limit.
@MainActor @Suite struct PageWaitTests {
    /// The handler of `AskArchive`, which answers when a test says so.
    @MainActor final class FakeArchive {
        private var open: [CheckedContinuation<String, Never>] = []

        func ask() async -> String { await withCheckedContinuation { open.append($0) } }

        func answer(_ text: String) {
            for one in open { one.resume(returning: text) }
            open = []
        }
    }

    /// The time of a test: counts the steps, and runs an action before one of them.
    @MainActor final class StepCounter {
        private(set) var count = 0
        var actions: [Int: () -> Void] = [:]
        /// The time of one step. A step takes longer if the page waits for others.
        var stepTime = Duration.milliseconds(20)
        private let time = Lock(Duration.zero)

        var wait: PageWait {
            PageWait(
                sleep: { @MainActor duration in
                    self.step(duration)
                    // The effects of the step have most likely finished after these yields. If not, one more step is
                    // counted.
                    for _ in 0..<20 { await Task.yield() }
                },
                now: { [time] in time.withLock { $0 } })
        }

        private func step(_ duration: Duration) {
            #expect(duration == .milliseconds(20))
            time.withLock { $0 += stepTime }
            count += 1
            actions[count]?()
        }
    }

    private let archive = FakeArchive()
    private let steps = StepCounter()

    private func session(
        _ middleware: (@MainActor (Message) async -> Message?)? = nil
    ) async throws -> MainActorSession {
        let engine = Engine()
        if let middleware { engine.middleware = [.async(where: { "\($0.payload)" == "ask" }, middleware)] }
        engine.handle(AskArchive.self) { [archive] _ in await archive.ask() }
        return try await MainActorSession("s", isShared: false) {
            Navigator(root: AskPage(), stacked: true, on: engine)
        }
    }

    /// Presses the button with this text in a document.
    private func press(_ label: String, _ content: PageContent, _ session: MainActorSession) async throws -> PageContent
    {
        let button = try #require(
            content.html.firstMatch(of: try Regex(#"value="(\d+)">\#(label)<"#))?.output[1].substring)
        return await session.submit([("r", String(button))], number: content.sequence, wait: steps.wait)
    }

    /// Answers the open requests, and ends the session.
    private func end(_ session: MainActorSession) {
        archive.answer("")
        session.end()
    }

    @Test("M15 · a document waits for the result of its form, and no longer") func answered()
        async throws
    {
        let session = try await self.session()
        steps.actions[7] = { archive.answer("found") }
        let content = try await press("Ask", await session.open("/", wait: steps.wait), session)
        #expect(content.html.contains("The archive says found.") && (7..<500).contains(steps.count))
        end(session)
    }

    @Test("Pages · a document whose checks take long waits no longer, and other large work runs meanwhile")
    func slowSteps() async throws {
        let session = try await self.session()
        let content = try await press("Ask", await session.open("/", wait: steps.wait), session)
        steps.stepTime = .milliseconds(400)
        let (before, calls) = (steps.count, Lock<[String]>([]))
        var wait = steps.wait
        wait.releasePlace = { calls.withLock { $0.append("release") } }
        wait.takePlace = { calls.withLock { $0.append("acquire") } }
        let open = try #require(content.html.firstMatch(of: /value="(\d+)">Open</)).output.1
        let opened = await session.submit([("r", String(open))], number: content.sequence, wait: wait)
        // Half a second after the scene was opened.
        #expect(opened.html.contains("The file says nothing.") && steps.count == before + 2)
        #expect(calls.withLock { $0 } == ["release", "acquire"])
        end(session)
    }

    @Test("M15 · a form without effects is answered at once") func nothing() async throws {
        let session = try await self.session()
        let content = try await press("Count 0", await session.open("/", wait: steps.wait), session)
        #expect(content.html.contains("Count 1") && steps.count == 0)
        end(session)
    }

    @Test("M15 · a document waits ten seconds for an endless effect, and a later document shows the result")
    func endless() async throws {
        let session = try await self.session()
        let content = try await press("Ask", await session.open("/", wait: steps.wait), session)
        #expect(content.html.contains("The archive says nothing.") && steps.count == 500)
        archive.answer("late")
        for _ in 0..<20 { await Task.yield() }
        let again = try await press("Count 0", content, session)
        #expect(again.html.contains("The archive says late.") && steps.count == 500)
        end(session)
    }

    @Test("M15 · if a new scene starts endless effects, the document waits for half a second")
    func scene() async throws {
        let session = try await self.session()
        steps.actions[3] = { archive.answer("read") }
        let content = try await press("Open", await session.open("/", wait: steps.wait), session)
        #expect(content.html.contains("The file says read.") && (25...27).contains(steps.count))
        #expect(content.url == "/file")
        end(session)
    }

    @Test("Pages · changes of a page do not prolong the wait for a new scene, because other windows can cause them")
    func changingPage() async throws {
        let session = try await self.session()
        for step in 1...400 { steps.actions[step] = { archive.answer("\(step)") } }
        let content = try await press("Open", await session.open("/", wait: steps.wait), session)
        #expect(content.url == "/file" && (25...27).contains(steps.count))
        end(session)
    }

    @Test("M15 · a held message continues when its question is answered, and the document shows the result") func held()
        async throws
    {
        let session = try await self.session { message in
            await message.navigator?.ask(Confirmation()) == nil ? nil : message
        }
        let question = try await press("Ask", await session.open("/", wait: steps.wait), session)
        #expect(question.html.contains("Sure?"))
        let before = steps.count
        steps.actions[before + 60] = { archive.answer("found") }
        let content = try await press("Yes", question, session)
        #expect(!content.html.contains("Sure?") && content.html.contains("The archive says found."))
        #expect(steps.count < before + 90)
        end(session)
    }

    @Test("M15 · opening a URL waits 0.2 seconds for its effects") func opened() async throws {
        let session = try await self.session()
        steps.actions[2] = { archive.answer("read") }
        #expect(await session.open("/file", wait: steps.wait).html.contains("The file says read."))
        let before = steps.count
        #expect(before <= 10)
        end(session)
        let other = try await self.session()
        for step in before + 1...before + 40 { steps.actions[step] = { archive.answer("again") } }
        #expect(await other.open("/file", wait: steps.wait).html.contains("The file says again."))
        #expect(steps.count == before + 10)
        end(other)
    }

    @Test("M15 · a repeated form waits for the first one and is handled once") func again() async throws {
        let session = try await self.session()
        let content = await session.open("/", wait: steps.wait)
        var second: Task<PageContent, any Error>?
        steps.actions[2] = { second = Task { try await press("Ask", content, session) } }
        steps.actions[9] = { archive.answer("once") }
        #expect(try await press("Ask", content, session).html.contains("The archive says once."))
        let answer = try await #require(second).value
        #expect(answer.html.contains("The archive says once."))
        #expect(answer.message == "This form was already submitted.")
        end(session)
    }

    @Test("M15 · waiting ends when the request is cancelled or the session ends") func gone() async throws {
        let session = try await self.session()
        let content = await session.open("/", wait: steps.wait)
        let request = Task { try await press("Ask", content, session) }
        steps.actions[2] = { request.cancel() }
        _ = try await request.value
        #expect(steps.count == 2)
        steps.actions[4] = { session.end() }
        let last = try await press("Ask", await session.open("/", wait: steps.wait), session)
        #expect(last.html.contains("The archive says nothing.") && steps.count == 4)
        archive.answer("")
    }

    struct AskArchive: Command { typealias Output = String }

    /// Sends a request when a button is pressed, and presents a scene that sends requests by itself.
    struct AskPage: WebModule {
        struct State { var (count, answer) = (0, "nothing") }
        enum Action { case count, ask, open, answered(Event<AskArchive>) }
        enum Transition { case file }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .count: state.count += 1
            case .ask: return .execute(AskArchive(), as: Action.answered)
            case .open: return .transition(.file)
            case .answered(.data(let text)): state.answer = text
            case .answered: break
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> { .show(File(), with: ()) }

        func transition(to path: inout WebPath) -> Transition? { path.take("file") ? .file : nil }

        func view(_ state: State) -> HTML<Action> {
            p { "The archive says \(state.answer)." }
            button("Count \(state.count)", send: .count)
            button("Ask", send: .ask)
            button("Open", send: .open)
        }
    }

    /// Asks the user for a confirmation.
    struct Confirmation: WebModule {
        struct State {}
        enum Action { case yes }
        typealias Output = Bool

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .output(true) }
        func view(_ state: State) -> HTML<Action> {
            p { "Sure?" }
            button("Yes", send: .yes)
        }
    }

    /// Sends requests endlessly.
    struct File: WebModule {
        struct State { var answer = "nothing" }
        enum Action { case answered(Event<AskArchive>) }

        func state(for _: Void) -> State { State() }
        func start(_ state: State) -> Flow<Self> { .execute(AskArchive(), as: Action.answered) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            guard case .answered(.data(let text)) = action else { return .none }
            state.answer = text
            return start(state)
        }

        func path(_ state: State) -> String? { "file" }
        func view(_ state: State) -> HTML<Action> { p { "The file says \(state.answer)." } }
    }
}
