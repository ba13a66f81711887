import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// A list with a button and a field in each row. It counts how often a row is created.
private struct Shelf: Module {
    struct Book: Equatable, Identifiable {
        let id: Int
        var title: String
        var likes = 0
    }

    struct State {
        var books: [Book]
        var query = ""
        var unrelated = 0
    }

    enum Action: Equatable { case like(Int), title(Int, String), reverse, remove(Int), query(String), unrelated }

    /// Whether a row has a field.
    var hasFields = false
    var count = 50
    let created = Lock(0)

    func state(for _: Void) -> State {
        State(books: (0..<count).map { Book(id: $0, title: "Book \($0)") })
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .like(let id):
            if let index = state.books.firstIndex(where: { $0.id == id }) { state.books[index].likes += 1 }
        // The reducer does not accept long titles.
        case .title(let id, let title): if title.count < 10 { state.books[id].title = title }
        case .reverse: state.books.reverse()
        case .remove(let id): state.books.removeAll { $0.id == id }
        case .query(let query): state.query = query
        case .unrelated: state.unrelated += 1
        }
        return .none
    }

    func takeCreated() -> Int { created.withLock { $0.take() } }
}

extension Shelf: WebModule {
    func view(_ state: State) -> HTML<Action> {
        p { "\(state.unrelated)" }
        ul {
            each(equatable: state.books, id: \.id, dependingOn: state.query) { book, query in
                let _ = created.withLock { $0 += 1 }
                li {
                    span { book.title }.class("found", if: !query.isEmpty && book.title.contains(query))
                    button("Like \(book.id)", send: .like(book.id))
                    if hasFields { textField("Title \(book.id)", value: book.title) { .title(book.id, $0) } }
                    "\(book.likes) likes"
                }
            }
        }
    }
}

extension Int {
    fileprivate mutating func take() -> Int {
        defer { self = 0 }
        return self
    }
}

/// Rows with equal values are neither created nor compared.
@MainActor @Suite struct EquatableRowsTests {
    private func open(hasFields: Bool = false) throws -> (Shelf, PageFixture, PageFixture.TestBrowser) {
        let shelf = Shelf(hasFields: hasFields)
        let fixture = PageFixture(root: shelf)
        let browser = try fixture.connectBrowser()
        _ = shelf.takeCreated()
        return (shelf, fixture, browser)
    }

    @Test("Pages · only the changed row is created, and its former element") func one() throws {
        let (shelf, fixture, browser) = try open()
        try fixture.store(of: Shelf.self).send(.like(7))
        try browser.receiveFrames()
        #expect(shelf.takeCreated() == 2)
        try fixture.store(of: Shelf.self).send(.unrelated)
        try browser.receiveFrames()
        #expect(shelf.takeCreated() == 0)
        try browser.check()
        #expect(browser.replica.outline.contains("“1 likes”"))
    }

    @Test("Pages · a form with the names of buttons in rows creates each row once, for the document") func form()
        throws
    {
        let (shelf, fixture, browser) = try open()
        let (one, other) = (try browser.reference(of: "Like 7"), try browser.reference(of: "Like 8"))
        let number = fixture.page.content().sequence
        _ = shelf.takeCreated()
        let fields = (0..<500).flatMap { _ in [(name: "f\(one)", value: ""), (name: "f\(other)", value: "")] }
        #expect(fixture.page.submit(fields, number: number).message == nil)
        #expect(shelf.takeCreated() == 50)
    }

    @Test("Pages · rows that move are not created") func moves() throws {
        let (shelf, fixture, browser) = try open()
        try fixture.store(of: Shelf.self).send(.reverse)
        try browser.receiveFrames()
        #expect(shelf.takeCreated() == 0)
        try browser.check()
        #expect(browser.replica.operations.count == 1)
    }

    @Test("Pages · another input creates all rows") func input() throws {
        let (shelf, fixture, browser) = try open()
        try fixture.store(of: Shelf.self).send(.query("Book 1"))
        try browser.receiveFrames()
        #expect(shelf.takeCreated() == 100)
        try browser.check()
        #expect(browser.replica.outline.contains("class=found"))
    }

    @Test("Pages · the button of a row without an element works, also after the row was removed") func press() throws {
        let (_, fixture, browser) = try open()
        #expect(try browser.press("Like 3") == "[1,0]")
        #expect(try fixture.store(of: Shelf.self).books[3].likes == 1)
        let (reference, shown) = (try browser.reference(of: "Like 4"), browser.replica.sequence)
        try fixture.store(of: Shelf.self).send(.remove(4))
        try browser.check()
        browser.send(reference, sequence: shown)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[2,0]")
        browser.send(reference)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[3,3]")
        #expect(try browser.press("Like 5") == "[4,0]")
        #expect(try fixture.store(of: Shelf.self).books[4].likes == 1)
    }

    @Test("Pages · a row whose field was edited is drawn, even if its value stays equal") func edited() throws {
        let (_, fixture, browser) = try open(hasFields: true)
        #expect(try browser.type("\"Title\"", into: "Title 3") == "[1,0]")
        #expect(try fixture.store(of: Shelf.self).books[3].title == "Title")
        #expect(try browser.type("\"A title that is too long\"", into: "Title 3") == "[2,0]")
        #expect(!browser.replica.outline.contains("too long"))
        try browser.check()
    }

    @Test(
        "Pages · a page of many rows is large although they take little memory",
        arguments: [(100, false), (500, false), (3_000, true)])
    func load(count: Int, isLarge: Bool) throws {
        let fixture = PageFixture(root: Shelf(count: count))
        _ = fixture.page.content()
        #expect(fixture.page.memory < Page.largeMemory && fixture.page.load.isLarge == isLarge)
    }

    @Test("Pages · a drawn row has no element and little memory") func memory() throws {
        let (_, fixture, _) = try open()
        let loops = fixture.page.references.loops
        #expect(loops.count == 1 && loops[0].rows.count == 50)
        #expect(loops[0].rows.allSatisfy { $0.element == nil && $0.references.count == 1 })
        #expect(fixture.page.memory < 40_000)
        let released = fixture.page.references.count
        try fixture.store(of: Shelf.self).send(.reverse)
        fixture.page.draw()
        #expect(fixture.page.references.count == released && fixture.page.references.loops.count == 1)
    }

    @Test("Pages · the rows of a discarded page are drawn again with the same references") func discarded() throws {
        let fixture = PageFixture(root: Shelf(count: 1_000))
        let browser = try fixture.connectBrowser()
        browser.disconnect()
        fixture.page.discardTree()
        #expect(fixture.page.drawn.children.isEmpty && fixture.page.references.loops.isEmpty)
        try browser.connect()
        #expect(!browser.frames.joined().contains("full"))
        try browser.check()
        #expect(try browser.press("Like 900") == "[1,0]")
        #expect(try fixture.store(of: Shelf.self).books[900].likes == 1)
        try browser.check()
    }

    @Test("Pages · a browser that reconnects to a compact page receives all rows") func reconnect() throws {
        let (_, fixture, browser) = try open()
        try fixture.store(of: Shelf.self).send(.like(9))
        try browser.receiveFrames()
        browser.disconnect()
        try browser.connect(sequence: -1)
        try browser.check()
        let other = try fixture.connectBrowser("b")
        try other.check()
        #expect(try other.press("Like 9") == "[1,0]")
    }
}
