import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// A form or a frame causes a bounded number of actions and renderings.
@MainActor @Suite struct HeavyFrameTests {
    let evaluations = Lock(0)

    private func makeFixture() -> PageFixture { PageFixture(root: Ledger(count: 3, evaluations: evaluations)) }

    @Test("Pages · a form with 1,000 values for one field sends one value and renders the page once") func form()
        throws
    {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let note = try browser.reference(of: "Note")
        browser.disconnect()
        let content = fixture.page.content()
        let before = evaluations.withLock { $0 }
        let fields = (0..<1_000).map { (name: "f\(note)", value: "note \($0)") } + [("r", "")]
        #expect(fixture.page.submit(fields, number: content.sequence).message == nil)
        #expect(try fixture.store(of: Ledger.self).note == "note 0")
        #expect(evaluations.withLock { $0 } == before + 1)
    }

    @Test("Pages · the line breaks of a form are single, also in a long text") func lineBreaks() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let note = try browser.reference(of: "Note")
        browser.disconnect()
        let content = fixture.page.content()
        let text = "a\r\r\nb\n\rc" + String(repeating: "\r\n", count: 500_000)
        #expect(fixture.page.submit([("f\(note)", text), ("r", "")], number: content.sequence).message == nil)
        let expected = "a\n\nb\n\nc" + String(repeating: "\n", count: 500_000)
        #expect(try fixture.store(of: Ledger.self).note.utf8.elementsEqual(expected.utf8))
    }

    @Test("Pages · a frame with a name of more than 256 bytes is malformed") func names() {
        let (long, longest) = (String(repeating: "\u{FB2C}", count: 86), String(repeating: "n", count: 256))
        for (name, isAccepted) in [(longest, true), (longest + "n", false), (long, false), (#"\""# + longest, false)] {
            let frame = ClientFrame.decode(#"{"n":1,"q":1,"r":"7","v":{"\#(name)" : ["\#(longest):n"]}}"#)
            #expect((frame != nil) == isAccepted)
        }
    }

    @Test("Pages · a frame with too long a URL or too many values is malformed") func frames() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let note = try browser.reference(of: "Note")
        let url = "/" + String(repeating: "x/", count: ClientFrame.maxURL / 2)
        let values = Array(repeating: #""a""#, count: SentValue.maxCount + 1).joined(separator: ",")
        for frame in [
            #"{"n":1,"q":1,"go":7,"a":"\#(url)"}"#, #"{"n":1,"q":1,"go":7,"a":"relative"}"#,
            #"{"n":1,"q":1,"r":"\#(note)","v":{"name":[\#(values)]}}"#,
            // Each key is known, so only the number of values is wrong.
            #"{"n":1,"q":1,"r":"\#(note)"\#(String(repeating: #","v":"a""#, count: SentValue.maxCount + 20))}"#,
        ] {
            let message = fixture.page.receive(frame, on: browser.connection)
            #expect(message == "The browser sent an invalid message. Reload the page.")
        }
        try browser.check()
        let commas = String(repeating: #",\","#, count: SentValue.maxCount)
        #expect(
            ClientFrame.decode(#"{"n":1,"q":1,"r":"\#(note)","v":"\#(commas)"}"#)?.value
                == .text(commas.replacing(#"\""#, with: "\"")))
    }

    @Test("Pages · the server enforces the length of a live field, except for a text that it already has")
    func length()
        throws
    {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let words = String(repeating: "word ", count: 41)
        let error = #"[1,2,"The text is too long. It may have at most 200 characters."]"#
        #expect(try browser.type("\"\(words)\"", into: "Find") == error)
        #expect(try fixture.store(of: Ledger.self).search.isEmpty)
        try fixture.store(of: Ledger.self).send(.search(words))
        try browser.check()
        #expect(try browser.type("\"\(words.dropLast())\"", into: "Find") == "[2,0]")
        #expect(try fixture.store(of: Ledger.self).search.count == 204)
    }

    /// Returns frames that enter texts into fields, one after another.
    private func typed(_ references: [String], _ count: Int, at sequence: Int) -> [String] {
        (1...count).map { number in
            let reference = references[number % references.count]
            return #"{"n":\#(number),"q":\#(sequence),"r":"\#(reference)","v":"text \#(number)"}"#
        }
    }

    @Test("Pages · texts that arrive together are handled in one rendering") func batch() async throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let fields = try ["Note", "Find"].map { try browser.reference(of: $0) }
        let before = evaluations.withLock { $0 }
        let frames = typed(fields, 60, at: browser.replica.sequence)
        #expect(fixture.page.receiveAll(frames, on: browser.connection).problem == nil)
        #expect(try fixture.store(of: Ledger.self).note == "text 60")
        #expect(try fixture.store(of: Ledger.self).search == "text 59")
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.count == 60)
        #expect(evaluations.withLock { $0 } == before + 1)
    }

    @Test("Pages · a page handles many presses in several turns, and is drawn once") func manyPresses() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let (add, sequence) = (try browser.reference(of: "Add"), browser.replica.sequence)
        let frames = (1...64).map { #"{"n":\#($0),"q":\#(sequence),"r":"\#(add)"}"# }
        let before = evaluations.withLock { $0 }
        #expect(fixture.page.receiveAll(frames, on: browser.connection).turns == 64 / Page.framesPerTurn)
        #expect(try fixture.store(of: Ledger.self).entries.count == 3 + 64)
        try browser.check()
        #expect(evaluations.withLock { $0 } == before + 1)
    }

    @Test("Pages · frames that take long end the turn of a page") func longTurns() throws {
        let time = Lock(Duration.zero)
        let clock = WorkClock {
            time.withLock { time in
                time += Page.durationOfTurn / 2 + .milliseconds(1)
                return time
            }
        }
        let fixture = PageFixture(root: Ledger(count: 3), clock: clock)
        let browser = try fixture.connectBrowser()
        let (add, sequence) = (try browser.reference(of: "Add"), browser.replica.sequence)
        let frames = (1...6).map { #"{"n":\#($0),"q":\#(sequence),"r":"\#(add)"}"# }
        #expect(fixture.page.receiveAll(frames, on: browser.connection) == (3, nil))
    }

    @Test("Pages · a drawing ends the turn of a page") func drawingEndsTurn() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let (add, note) = (try browser.reference(of: "Add"), try browser.reference(of: "Note"))
        let frames = [
            #""\#(add)""#, #""\#(note)","v":"a""#, #""\#(note)","v":"b""#, #""\#(add)""#, #""\#(note)","v":"c""#,
        ]
        .enumerated().map { #"{"n":\#($0 + 1),"q":\#(browser.replica.sequence),"r":\#($1)}"# }
        // The page is drawn before the fields that follow a press.
        #expect(fixture.page.receiveAll(frames, on: browser.connection) == (2, nil))
        #expect(try fixture.store(of: Ledger.self).note == "c")
    }

    @Test("Pages · a browser that does not read its acknowledgements may not send more") func acknowledgements()
        async throws
    {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let (add, sequence) = (try browser.reference(of: "Add"), browser.replica.sequence)
        let count = BrowserConnection.maxAcknowledgements
        func press(_ number: Int) -> String { #"{"n":\#(number),"q":\#(sequence),"r":"\#(add)"}"# }
        #expect(fixture.page.receiveAll((1...count).map(press), on: browser.connection).problem == nil)
        #expect(
            fixture.page.receive(press(count + 1), on: browser.connection) == PageTexts.english[.tooManyRequests])
        try browser.receiveFrames()
        #expect(fixture.page.receive(press(count + 1), on: browser.connection) == nil)
        #expect(try fixture.store(of: Ledger.self).entries.count == 3 + count + 1)
    }

    @Test("Pages · within a batch, a text is stale if a press before it has changed the field") func staleBatch()
        async throws
    {
        let fixture = PageFixture(
            root: TestModule { state in
                HTML {
                    textField("Text", value: state.text, send: TestModule.Action.text)
                    button("Clear", send: .text(""))
                }
            })
        let browser = try fixture.connectBrowser()
        let (text, clear) = (try browser.reference(of: "Text"), try browser.reference(of: "Clear"))
        let sequence = browser.replica.sequence
        let frames = [
            #"{"n":1,"q":\#(sequence),"r":"\#(text)","v":"one"}"#, #"{"n":2,"q":\#(sequence),"r":"\#(clear)"}"#,
            #"{"n":3,"q":\#(sequence),"r":"\#(text)","v":"one two"}"#,
        ]
        #expect(fixture.page.receiveAll(frames, on: browser.connection).problem == nil)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements == ["[1,0]", "[2,0]", "[3,1]"])
        #expect(try fixture.store(of: TestModule.self).text.isEmpty)
    }

    @Test("Pages · a browser can request the whole page three times on a connection") func hello() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let hello = #"{"h":1,"s":"session","c":"a","q":-1,"a":"/"}"#
        for _ in 0..<3 {
            #expect(fixture.page.receive(hello, on: browser.connection) == nil)
            try browser.check()
            #expect(browser.frames.joined().contains("full"))
        }
        #expect(
            fixture.page.receive(hello, on: browser.connection)
                == "The browser requested the whole page too often. Reload the page.")
        try browser.connect()
        #expect(fixture.page.receive(hello, on: browser.connection) == nil)
    }

    @Test("Pages · a long change is sent without the rest of a large page, which only large work writes")
    func becomesLarge() throws {
        let fixture = PageFixture(root: Paper())
        let (browser, slow) = (try fixture.connectBrowser(), try fixture.connectBrowser("slow"))
        try browser.receiveFrames()
        #expect(!fixture.page.load.isLarge)
        for letter in ["a", "b"] {
            try fixture.store(of: Paper.self).send(.write(String(repeating: letter, count: 1_900_000)))
            let frame = try #require(fixture.page.frame(on: browser.connection, isLarge: false)?.text)
            #expect(frame.utf8.count > 1_900_000 && !frame.contains("full"))
            try browser.replica.apply(frame)
        }
        // The log has only the newest change.
        let refused = try #require(fixture.page.frame(on: slow.connection, isLarge: false))
        #expect(refused.text == nil && refused.load.isLarge)
        let memory = fixture.page.memory
        let whole = try #require(fixture.page.frame(on: slow.connection, isLarge: true)?.text)
        #expect(whole.utf8.count > 1_900_000 && whole.contains("full"))
        // Both browsers have the newest change, so the log does not keep it. The frame that is being sent has the same size.
        #expect(fixture.page.memory < memory + 100_000)
        try slow.replica.apply(whole)
        try fixture.store(of: Paper.self).send(.write("c"))
        try browser.check()
        try slow.check()
    }

    @Test("Pages · a page that is large again and again is drawn by large work each time") func staysLarge() throws {
        let fixture = PageFixture(root: Paper())
        let (browser, store) = (try fixture.connectBrowser(), try fixture.store(of: Paper.self))
        try browser.receiveFrames()
        var isLarge: [Bool] = []
        for text in [String(repeating: "a", count: 1_900_000)] + (0...Page.changesAfterLarge + 1).map(String.init) {
            store.send(.write(text))
            let frame = try #require(fixture.page.frame(on: browser.connection, isLarge: true))
            try browser.replica.apply(try #require(frame.text))
            // The next frame is made by work of this kind.
            isLarge.append(frame.load.isLarge)
        }
        #expect(isLarge.prefix(1 + Page.changesAfterLarge).allSatisfy(\.self) && isLarge.last == false)
        try browser.check()
    }

    @Test("Pages · a page that was large between two frames counts as large") func largeBetweenFrames() throws {
        let fixture = PageFixture(root: Paper())
        let (browser, store) = (try fixture.connectBrowser(), try fixture.store(of: Paper.self))
        try browser.receiveFrames()
        store.send(.write(String(repeating: "a", count: 1_900_000)))
        // As a message to a field does.
        fixture.page.draw()
        store.send(.write("a"))
        fixture.page.draw()
        #expect(fixture.page.load.isLarge)
        try browser.check()
    }

    @Test("Pages · the memory of a page includes the frame that is being sent, and a disconnection frees the tree")
    func memory() throws {
        let fixture = PageFixture(root: Ledger(count: 10_000))
        let browser = try fixture.connectBrowser()
        let before = fixture.page.memory
        fixture.page.begin(try #require(fixture.page.browsers[browser.connection]))
        #expect(fixture.page.memory > before + 300_000)
        let frame = try #require(fixture.page.frame(on: browser.connection, isLarge: true))
        #expect(frame.load == fixture.page.load && frame.load.isLarge && frame.load.memory > before + 300_000)
        // The page is outdated when the browser disconnects.
        try fixture.store(of: Ledger.self).send(.add)
        browser.disconnect()
        #expect(fixture.page.drawn.children.isEmpty && fixture.page.memory < before / 4)
        try browser.connect(sequence: -1)
        try browser.check()
    }

    /// Shows a text.
    struct Paper: WebModule {
        struct State { var text = "" }
        enum Action { case write(String) }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .write(let text): state.text = text
            }
            return .none
        }

        func view(_ state: State) -> HTML<Action> { p { state.text } }
    }
}
