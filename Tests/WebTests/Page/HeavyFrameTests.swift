import Testing

@testable import Millrace
@testable import MillraceWeb

/// Issue 20: a form or a frame causes a bounded number of actions and renderings.
@MainActor @Suite struct HeavyFrameTests {
    let evaluations = Lock(0)

    private func makeFixture() -> PageFixture { PageFixture(root: Ledger(count: 3, evaluations: evaluations)) }

    @Test("Issue 20 · a form with 1,000 values for one field sends one value and renders the page once") func form()
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

    @Test("Issue 20 · a frame with too long a URL or too many values is malformed") func frames() throws {
        let fixture = makeFixture()
        let browser = try fixture.connectBrowser()
        let note = try browser.reference(of: "Note")
        let url = "/" + String(repeating: "x/", count: ClientFrame.maxURL / 2)
        let values = Array(repeating: #""a""#, count: SentValue.maxCount + 1).joined(separator: ",")
        for frame in [
            #"{"n":1,"q":1,"go":7,"a":"\#(url)"}"#, #"{"n":1,"q":1,"go":7,"a":"relative"}"#,
            #"{"n":1,"q":1,"r":"\#(note)","v":{"name":[\#(values)]}}"#,
        ] {
            let message = fixture.page.receive(frame, on: browser.connection)
            #expect(message == "The browser sent an invalid message. Reload the page.")
        }
        try browser.check()
    }

    @Test("Issue 20 · the server enforces the length of a live field, except for a text that it already has")
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
}
