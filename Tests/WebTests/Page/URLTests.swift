import MillraceExtras
import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// M15: the title and the URL follow the tree. Back and Forward dismiss and restore scenes, and a URL opens its scenes.
@MainActor @Suite struct URLTests {
    let fixture: PageFixture

    init() { fixture = PageFixture() }

    private var outline: String { fixture.navigator?.tree.description ?? "" }

    @Test("M15 · the title and the URL follow the tree") func follow() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        #expect(browser.replica.title == "Item 1")
        #expect(browser.replica.location == #"{"i":1,"a":"/items/1","how":"push"}"#)
        try browser.press("Basket")
        #expect(browser.replica.location == #"{"i":2,"a":"/items/1/basket","how":"push"}"#)
        #expect(browser.replica.title == "Basket")
        try browser.press("Done")
        #expect(browser.replica.location == #"{"i":1,"a":"/items/1","how":"back"}"#)
        try browser.press("Back")
        #expect(browser.replica.location == #"{"i":0,"a":"/","how":"back"}"#)
        #expect(browser.replica.title == "Shop (3)")
    }

    // Evaluating the view of each scene took a third of a second in a program with long pages.
    @Test("Pages · a URL that leads through many scenes evaluates only the view that is shown") func longURL() throws {
        let evaluations = Lock(0)
        let fixture = PageFixture(root: Room(evaluations: evaluations))
        let browser = try fixture.connectBrowser()
        let before = evaluations.withLock(\.self)
        try browser.go(-1, String(repeating: "/a/b", count: 10))
        #expect(fixture.page.url == "/b")
        #expect(evaluations.withLock(\.self) == before + 1)
    }

    @Test("M15 · Back dismisses scenes, and Forward restores them with their states") func backAndForward() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        try browser.type("\"text\"", into: "Text")
        try browser.press("Basket")
        try browser.go(1, "/items/1")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        try browser.go(0, "/")
        #expect(outline == "Shop\n  panel: Panel")
        #expect(browser.replica.location == #"{"i":0,"a":"/","how":"replace"}"#)
        try browser.go(1, "/items/1")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        #expect(try fixture.store(of: Item.self).text == "text")
        #expect(browser.replica.location == #"{"i":1,"a":"/items/1","how":"replace"}"#)
        try browser.go(2, "/items/1/basket")
        #expect(outline == "Shop\n  panel: Panel\n› Item\n= Basket")
        try browser.check()
    }

    @Test("M15 · Back and Forward work over several entries") func far() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 2")
        try browser.type("\"text\"", into: "Text")
        try browser.press("Basket")
        try browser.go(0, "/")
        #expect(outline == "Shop\n  panel: Panel")
        try browser.go(2, "/items/2/basket")
        #expect(outline == "Shop\n  panel: Panel\n› Item\n= Basket")
        #expect(try fixture.store(of: Item.self).text == "text")
        try browser.go(1, "/items/2")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        try browser.check()
    }

    @Test("M15 · Forward restores a scene that was dismissed with its own button") func ownButton() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        try browser.type("\"text\"", into: "Text")
        try browser.press("Back")
        try browser.go(1, "/items/1")
        #expect(try fixture.store(of: Item.self).text == "text")
    }

    @Test("M15 · a module that refuses keeps the page, and the browser returns to it") func errorMessage() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        try browser.press("Hold")
        try browser.press("Back")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        try browser.go(0, "/")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        #expect(browser.replica.location == #"{"i":1,"a":"/items/1","how":"back"}"#)
        try browser.check()
    }

    @Test(
        "Pages · a page refuses the navigations of a browser that has disconnected, and handles its other messages")
    func late() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        let press = try browser.reference(of: "Basket")
        let frames = [#""go":0,"a":"/""#, #""r":"\#(press)""#].enumerated().map {
            ClientFrame.decode(#"{"n":\#(10 + $0),"q":\#(browser.replica.sequence),\#($1)}"#)
        }
        for frame in frames {
            #expect(fixture.page.receive([frame], on: browser.connection, refusesNavigation: true) == (1, nil))
        }
        #expect(outline == "Shop\n  panel: Panel\n› Item\n= Basket")
        // A browser that connects again returns to the entry, before it gets that of the sheet.
        browser.disconnect()
        try browser.connect()
        #expect(browser.frames.contains { $0.contains(#"{"i":1,"a":"/items/1","how":"back"}"#) })
        #expect(browser.replica.location == #"{"i":2,"a":"/items/1/basket","how":"push"}"#)
        try browser.check()
    }

    @Test(
        "M15 · opening a URL shows its scenes",
        arguments: [
            ("/", "Shop\n  panel: Panel", "/"),
            ("/items/2", "Shop\n  panel: Panel\n› Item", "/items/2"),
            ("/items/2/", "Shop\n  panel: Panel\n› Item", "/items/2"),
            ("/items/2/basket", "Shop\n  panel: Panel\n› Item\n= Basket", "/items/2/basket"),
            ("/basket?x=1#y", "Shop\n  panel: Panel\n= Basket", "/basket"),
            ("/about", "About", "/about"),
        ])
    func open(url: String, tree: String, shown: String) throws {
        let content = fixture.page.open(url)
        #expect(outline == tree)
        #expect(content.url == shown)
        #expect(content.isFound)
        // Opening the same URL again changes nothing. Another URL is opened from the current scenes.
        #expect(fixture.page.open(url).isFound)
        #expect(outline == tree)
        #expect(fixture.page.open("/items/3").isFound)
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        #expect(try fixture.store(of: Item.self).state.id == 3)
        #expect(fixture.faults.isEmpty)
    }

    @Test(
        "M15 · an unknown URL is not found",
        arguments: ["/nothing", "/items", "/items/x", "/%", "//x//"])
    func nowhere(url: String) { #expect(!fixture.page.open(url).isFound) }

    @Test("M15 · Back from a scene that replaced the root leads to the first root") func replaced() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        try browser.go(0, "/")
        try browser.press("About")
        #expect(browser.replica.location == #"{"i":1,"a":"/about","how":"push"}"#)
        try browser.go(0, "/")
        #expect(outline == "Shop\n  panel: Panel")
        try browser.go(1, "/about")
        #expect(outline == "About")
        try browser.check()
    }

    @Test("M15 · a history entry from before the page is opened by its URL") func before() throws {
        let browser = try fixture.connectBrowser()
        try browser.go(-1, "/items/2")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        #expect(browser.replica.location == #"{"i":-1,"a":"/items/2","how":"replace"}"#)
        try browser.go(0, "/")
        #expect(outline == "Shop\n  panel: Panel")
        try browser.go(-1, "/items/2")
        #expect(outline == "Shop\n  panel: Panel\n› Item")
        try browser.go(-1, "/basket")
        #expect(outline == "Shop\n  panel: Panel\n= Basket")
    }

    @Test("M15 · transitions of a URL pass the middleware") func gated() throws {
        fixture.engine.middleware = [
            .drop { $0.kind == .transition && "\($0.payload)".contains("item") }
        ]
        let content = fixture.page.open("/items/2")
        #expect(outline == "Shop\n  panel: Panel")
        #expect(content.isFound && content.url == "/")
    }
}

/// A room that leads to other rooms. The next room replaces it.
private struct Room: Module {
    struct State { var name = "" }
    enum Action { case stay }
    enum Transition { case to(String) }

    var name = ""
    let evaluations: Lock<Int>

    func state(for _: Void) -> State { State(name: name) }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .none }

    func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .to(let name): .replace(Room(name: name, evaluations: evaluations), with: ())
        }
    }
}

extension Room: WebModule {
    func view(_ state: State) -> HTML<Action> {
        let _ = evaluations.withLock { $0 += 1 }
        h1 { "Room \(state.name)" }
    }

    func path(_ state: State) -> String? { state.name }
    func transition(to path: inout WebPath) -> Transition? { path.take(String.self).map { .to($0) } }
}
