import Millrace
import MillraceModules
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// A page counts as large after long work on it.
@MainActor struct LongWorkTests {
    @Test("Pages · a page whose drawing takes long counts as large for the next changes", arguments: [false, true])
    func longDrawing(isInReceive: Bool) throws {
        let (time, duration) = (WorkTime(), Lock(Duration.zero))
        let ledger = Ledger(count: 3) { time.advance(by: duration.withLock(\.self)) }
        let fixture = PageFixture(root: ledger, clock: time.clock)
        let (page, browser) = (fixture.page, try fixture.connectBrowser())
        let (add, note) = (try browser.reference(of: "Add"), try browser.reference(of: "Note"))
        var number = 0
        func send(_ rest: String) {
            number += 1
            let frame = #"{"n":\#(number),"q":\#(page.sequence),"r":\#(rest)}"#
            #expect(page.receive(frame, on: browser.connection) == nil)
        }
        func change() {
            send(#""\#(add)""#)
            _ = page.frame(on: browser.connection, isLarge: page.load.isLarge)
        }
        for _ in 0...Page.changesAfterLarge { change() }
        #expect(!page.load.isLarge)
        duration.withLock { $0 = Page.longWork + .milliseconds(1) }
        send(#""\#(add)""#)
        // The page is drawn before a field is handled.
        if isInReceive { send(#""\#(note)","v":"text""#) }
        if !isInReceive { _ = page.frame(on: browser.connection, isLarge: false) }
        #expect(page.load.isLarge)
        duration.withLock { $0 = .zero }
        for _ in 1..<Page.changesAfterLarge {
            change()
            #expect(page.load.isLarge)
        }
        // The change that was drawn last may count too.
        for _ in 0...2 { change() }
        #expect(!page.load.isLarge)
    }

    @Test("Pages · a document whose parts together take long makes its page large", arguments: [1, 2])
    func longDocument(parts: Int) async throws {
        let (time, duration) = (WorkTime(), Lock(Duration.zero))
        let ledger = Ledger(count: 3) { time.advance(by: duration.withLock(\.self)) }
        let fixture = PageFixture(root: ledger, clock: time.clock)
        let browser = try fixture.connectBrowser()
        let add = try browser.reference(of: "Add")
        browser.disconnect()
        duration.withLock { $0 = Page.longWork * 2 / 3 }
        // The page is drawn before the form if it is outdated, and after it.
        if parts == 2 { try fixture.store(of: Ledger.self).send(.add) }
        _ = await fixture.page.submit([("r", add)], number: browser.replica.sequence, wait: .counting())
        #expect(try fixture.store(of: Ledger.self).entries.count == 3 + parts)
        #expect(fixture.page.load.isLarge == (parts == 2))
    }

    @Test("Pages · the work on a page counts for the time of its task, and work within other work once")
    func taskTime() throws {
        let (time, own) = (WorkTime(), PageTime())
        let fixture = PageFixture(
            root: Ledger(count: 3) { time.advance(by: .milliseconds(1)) }, clock: time.clock)
        PageTime.$current.withValue(own) {
            #expect(fixture.page.show("/"))
            _ = fixture.page.content()
        }
        #expect(time.clock.now > .zero && own.take() == time.clock.now && own.take() == .zero)
    }

    @Test("Pages · a URL whose parts together take long makes its page large", arguments: [1, 2])
    func longURL(parts: Int) {
        let (time, duration) = (WorkTime(), Page.longWork * 2 / 3)
        let lost = Lost(
            onTransition: { if parts == 2 { time.advance(by: duration) } },
            onEvaluation: { time.advance(by: duration) })
        let fixture = PageFixture(root: lost, clock: time.clock)
        #expect(!fixture.page.show("/somewhere"))
        #expect(fixture.page.load.isLarge == (parts == 2))
    }

    @Test("Pages · a connection whose parts together take long makes its page large", arguments: [1, 2])
    func longConnection(parts: Int) {
        let time = WorkTime()
        let fixture = PageFixture(root: Rows { time.advance(by: Page.longWork / 5) }, clock: time.clock)
        // Drawing creates the two rows. The frame with the whole page creates each of them twice.
        if parts == 1 { fixture.page.draw() }
        _ = fixture.page.connect(Hello(session: "session", client: "a", sequence: -1, url: "/"), isNew: true)
        #expect(fixture.page.load.isLarge == (parts == 2))
    }

    /// A module with two rows, which are created when they are needed.
    private struct Rows: WebModule {
        struct State {}
        enum Action {}

        let onCreation: @Sendable () -> Void

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
        func view(_ state: State) -> HTML<Action> {
            ul {
                each(equatable: 0..<2, id: \.self) { row in
                    let _ = onCreation()
                    li { "Row \(row)" }
                }
            }
        }
    }

    /// A module that finds no other URL.
    private struct Lost: WebModule {
        struct State {}
        enum Action {}

        let onTransition: @Sendable () -> Void
        let onEvaluation: @Sendable () -> Void

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
        func transition(to path: inout WebPath) -> Transition? {
            onTransition()
            return nil
        }
        func view(_ state: State) -> HTML<Action> {
            let _ = onEvaluation()
            h1 { "Lost" }
        }
    }
}
