import MillraceExtras
import MillraceModules
import Millrace
import Testing

@testable import MillraceWeb

/// M15: without the script, the document that answers a form waits a little for what that has begun.
@MainActor @Suite struct PageWaitTests {
    /// The other end of what is asked for.
    @MainActor final class FakeArchive {
        private var open: [CheckedContinuation<String, Never>] = []

        func ask() async -> String { await withCheckedContinuation { open.append($0) } }

        func answer(_ text: String) {
            for one in open { one.resume(returning: text) }
            open = []
        }
    }

    /// Time, as a test lets it pass: it counts the steps, and does something before one of them.
    @MainActor final class StepCounter {
        private(set) var count = 0
        var actions: [Int: () -> Void] = [:]

        var sleep: Sleep {
            { @MainActor duration in
                self.step(duration)
                // What the step began has most likely happened when it is over; if not, one more is counted.
                for _ in 0..<20 { await Task.yield() }
            }
        }

        private func step(_ duration: Duration) {
            #expect(duration == .milliseconds(20))
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

    /// Presses what shows this text in a document.
    private func press(_ label: String, _ content: PageContent, _ session: MainActorSession) async throws -> PageContent
    {
        let button = try #require(
            content.html.firstMatch(of: try Regex(#"value="(\d+)">\#(label)<"#))?.output[1].substring)
        return await session.submit([("r", String(button))], number: content.sequence, sleep: steps.sleep)
    }

    /// Lets all go that waits, and the session.
    private func end(_ session: MainActorSession) {
        archive.answer("")
        session.end()
    }

    @Test("M15 · what a form asks for is in the document, and is not waited for any longer") func answered()
        async throws
    {
        let session = try await self.session()
        steps.actions[7] = { archive.answer("found") }
        let content = try await press("Ask", await session.open("/", sleep: steps.sleep), session)
        #expect(content.html.contains("The archive says found.") && (7..<500).contains(steps.count))
        end(session)
    }

    @Test("M15 · what begins nothing is answered at once") func nothing() async throws {
        let session = try await self.session()
        let content = try await press("Count 0", await session.open("/", sleep: steps.sleep), session)
        #expect(content.html.contains("Count 1") && steps.count == 0)
        end(session)
    }

    @Test("M15 · what does not end is waited for ten seconds, and is there when it is looked at again")
    func endless() async throws {
        let session = try await self.session()
        let content = try await press("Ask", await session.open("/", sleep: steps.sleep), session)
        #expect(content.html.contains("The archive says nothing.") && steps.count == 500)
        archive.answer("late")
        for _ in 0..<20 { await Task.yield() }
        let again = try await press("Count 0", content, session)
        #expect(again.html.contains("The archive says late.") && steps.count == 500)
        end(session)
    }

    @Test("M15 · where a scene has come that asks without end, it is enough that nothing changes any more")
    func scene() async throws {
        let session = try await self.session()
        steps.actions[3] = { archive.answer("read") }
        let content = try await press("Open", await session.open("/", sleep: steps.sleep), session)
        // Once more it has asked, and is quiet since then.
        #expect(content.html.contains("The file says read.") && (8..<500).contains(steps.count))
        #expect(content.url == "/file")
        end(session)
    }

    @Test("M15 · what a question held goes on when it is answered, and is in the document") func held() async throws {
        let session = try await self.session { message in
            await message.navigator?.ask(Confirmation()) == nil ? nil : message
        }
        let question = try await press("Ask", await session.open("/", sleep: steps.sleep), session)
        #expect(question.html.contains("Sure?"))
        let before = steps.count
        steps.actions[before + 60] = { archive.answer("found") }
        let content = try await press("Yes", question, session)
        #expect(!content.html.contains("Sure?") && content.html.contains("The archive says found."))
        #expect(steps.count < before + 90)
        end(session)
    }

    @Test("M15 · an address that is opened waits a fifth of a second for what it leads to") func opened() async throws {
        let session = try await self.session()
        steps.actions[2] = { archive.answer("read") }
        #expect(await session.open("/file", sleep: steps.sleep).html.contains("The file says read."))
        let before = steps.count
        #expect(before <= 10)
        end(session)
        let other = try await self.session()
        for step in before + 1...before + 40 { steps.actions[step] = { archive.answer("again") } }
        #expect(await other.open("/file", sleep: steps.sleep).html.contains("The file says again."))
        #expect(steps.count == before + 10)
        end(other)
    }

    @Test("M15 · a form that is sent again meanwhile waits for the first, and is done once") func again() async throws {
        let session = try await self.session()
        let content = await session.open("/", sleep: steps.sleep)
        var second: Task<PageContent, any Error>?
        steps.actions[2] = { second = Task { try await press("Ask", content, session) } }
        steps.actions[9] = { archive.answer("once") }
        #expect(try await press("Ask", content, session).html.contains("The archive says once."))
        let answer = try await #require(second).value
        #expect(answer.html.contains("The archive says once."))
        #expect(answer.message == "This form was already submitted.")
        end(session)
    }

    @Test("M15 · nobody is waited for when the browser or the session goes meanwhile") func gone() async throws {
        let session = try await self.session()
        let content = await session.open("/", sleep: steps.sleep)
        let request = Task { try await press("Ask", content, session) }
        steps.actions[2] = { request.cancel() }
        _ = try await request.value
        #expect(steps.count == 2)
        steps.actions[4] = { session.end() }
        let last = try await press("Ask", await session.open("/", sleep: steps.sleep), session)
        #expect(last.html.contains("The archive says nothing.") && steps.count == 4)
        archive.answer("")
    }

    struct AskArchive: Command { typealias Output = String }

    /// Asks when a person presses, and leads to what asks by itself.
    struct AskPage: WebModule {
        struct State { var (count, said) = (0, "nothing") }
        enum Action { case count, ask, open, said(Event<AskArchive>) }
        enum Transition { case file }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .count: state.count += 1
            case .ask: return .execute(AskArchive(), as: Action.said)
            case .open: return .transition(.file)
            case .said(.data(let text)): state.said = text
            case .said: break
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> { .show(File()) }

        func transition(to path: inout WebPath) -> Transition? { path.take("file") ? .file : nil }

        func view(_ state: State) -> HTML<Action> {
            p { "The archive says \(state.said)." }
            button("Count \(state.count)", send: .count)
            button("Ask", send: .ask)
            button("Open", send: .open)
        }
    }

    /// Asks whether it shall be so.
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

    /// Asks again and again.
    struct File: WebModule {
        struct State { var said = "nothing" }
        enum Action { case said(Event<AskArchive>) }

        func state(for _: Void) -> State { State() }
        func start(_ state: State) -> Flow<Self> { .execute(AskArchive(), as: Action.said) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            guard case .said(.data(let text)) = action else { return .none }
            state.said = text
            return start(state)
        }

        func path(_ state: State) -> String? { "file" }
        func view(_ state: State) -> HTML<Action> { p { "The file says \(state.said)." } }
    }
}
