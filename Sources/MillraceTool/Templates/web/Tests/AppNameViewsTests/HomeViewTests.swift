import AppNameCore
import AppNameViews
import MillraceKit
import MillraceWeb
import Testing

@MainActor @Suite("The view of the first page") struct HomeViewTests {
    @Test("The field sends what a person types, and the button adds it") func field() throws {
        let home = Home(list: Store(TodoList.State(), TodoList(), on: Engine()).remote)
        let page = home.render(home.state(for: ()))
        #expect(try page.field("New thing to do").type("Milk") == .typed("Milk"))
        #expect(try page.button("Add").press() == .add)
    }
}
