import Millrace
import MillraceModules
import MillraceWeb
import SevenGUIsCore
import Testing

@testable import SevenGUIsPages

/// Each task is a page, whose controls drive its reducer.
@MainActor @Suite struct PagesTests {
    /// Sends the action of a user to the store, and returns the new page.
    private func perform<M: WebModule>(
        _ store: Store<M>, _ module: M, _ act: (RenderedView<M.Action>) throws -> M.Action
    ) throws -> RenderedView<M.Action> {
        store.send(try act(module.render(store.state)))
        return module.render(store.state)
    }

    @Test("Gallery · the gallery has a link and a URL for each task") func gallery() throws {
        let engine = Engine()
        let navigator = Navigator(root: Gallery(), stacked: true, on: engine)
        let page = Gallery().render(.init())
        for task in Gallery.Task.allCases {
            #expect(try page.link(task.title).attribute("href") == "/\(task)")
            var path = WebPath("/\(task)")
            #expect(Gallery().transition(to: &path) == task && path.isEmpty)
        }
        withExtendedLifetime(navigator) {}
    }

    @Test("Gallery · the counter counts") func counter() throws {
        let store = Store(0, Counter(), on: Engine())
        let page = try perform(store, Counter()) { try $0.button("Count").press() }
        #expect(try page.element(id: "count").text == "1")
    }

    @Test("Gallery · a temperature is converted, and no number is marked") func temperature() throws {
        let store = Store(Temperature.State(), Temperature(), on: Engine())
        var page = try perform(store, Temperature()) { try $0.field("Celsius").type("100") }
        #expect(try page.field("Fahrenheit").value == "212")
        page = try perform(store, Temperature()) { try $0.field("Fahrenheit").type("x") }
        #expect(try page.field("Fahrenheit").attribute("aria-invalid") == "true")
        #expect(try page.field("Celsius").value == "100")
    }

    @Test("Gallery · a flight can be booked only with valid dates") func flight() throws {
        let store = Store(FlightBooker.State(), FlightBooker(), on: Engine())
        #expect(try FlightBooker().render(store.state).field("Return").isDisabled)
        var page = try perform(store, FlightBooker()) { try $0.field("Departure").type("31.02.2026") }
        #expect(try page.button("Book").isDisabled)
        _ = try perform(store, FlightBooker()) { try $0.field("Departure").type("28.02.2026") }
        page = try perform(store, FlightBooker()) { try $0.button("Book").press() }
        #expect(page.text.contains("You have booked a one-way flight on 28.02.2026."))
    }

    @Test("Gallery · persons are created, selected and deleted") func persons() throws {
        let store = Store(CRUD.State(), CRUD(), on: Engine())
        _ = try perform(store, CRUD()) { try $0.field("Surname").type("Mann") }
        _ = try perform(store, CRUD()) { try $0.field("Name").type("Max") }
        _ = try perform(store, CRUD()) { try $0.button("Create").press() }
        var page = try perform(store, CRUD()) { try $0.field("Persons").choose("Mann, Max") }
        #expect(try !page.button("Delete").isDisabled)
        page = try perform(store, CRUD()) { try $0.button("Delete").press() }
        #expect(!page.text.contains("Mann, Max"))
    }

    @Test("Gallery · circles are drawn where the pointer is, adjusted and undone") func circles() throws {
        let store = Store(CircleDrawer.State(), CircleDrawer(), on: Engine())
        let point = PagePoint(x: 50, y: 60)
        _ = try perform(store, CircleDrawer()) { try $0.element(id: "canvas").point(.click, at: point) }
        _ = try perform(store, CircleDrawer()) { try $0.element(id: "canvas").point(.move, at: point) }
        _ = try perform(store, CircleDrawer()) { try $0.element(id: "canvas").point(.contextMenu, at: point) }
        _ = try perform(store, CircleDrawer()) { try $0.field("Diameter").type("90") }
        var page = try perform(store, CircleDrawer()) { try $0.button("Close").press() }
        #expect(page.html.contains(#"<circle cx="50" cy="60" r="45" class="selected">"#))
        page = try perform(store, CircleDrawer()) { try $0.button("Undo").press() }
        #expect(page.html.contains(#"r="20""#))
    }

    @Test("Gallery · a cell is edited, and its formula is computed") func cells() throws {
        let store = Store(Cells.State(), Cells(), on: Engine())
        for (column, text) in ["5", "=add(A0, 2)"].enumerated() {
            store.send(.edit(Position(column: column, row: 0)))
            _ = try perform(store, Cells()) { try $0.element(id: "cell").type(text) }
            _ = try perform(store, Cells()) { try $0.element(id: "cell").press(key: "Enter") }
        }
        #expect(Cells().render(store.state).html.contains(#"<td>5</td><td>7</td>"#))
    }
}
