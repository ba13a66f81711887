import AppNameCore
import AppNameViews
import MillraceKit
import MillraceWeb
import Testing

@MainActor @Suite("The view of the first page") struct HomeViewTests {
    @Test("The form adds what a person has typed, with Enter or the button") func form() throws {
        let home = Home(list: Store(TodoList.State(), TodoList(), on: Engine()).remote)
        let page = home.render(home.state(for: ()))
        #expect(try page.element(id: "new").submit(["title": ["Milk"]]) == .add("Milk"))
    }
}
