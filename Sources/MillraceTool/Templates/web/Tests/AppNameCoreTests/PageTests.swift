import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The pages") struct PageTests {
    private let shared = RemoteStore<TodoList>.sample
    private let milk = [Todo(id: 1, title: "Milk")]

    @Test("The first page sends changes to the shared list") func home() {
        let store = TestStore(Home(list: shared))
        store.complete(RemoteObservation(\.todos, of: shared), with: milk) { $0.todos = self.milk }
        store.send(.typed(" ")) { $0.title = " " }
        store.send(.add)
        store.send(.typed("Bread")) { $0.title = "Bread" }
        store.send(.add) { $0.title = "" }
        store.answer(RemoteSend(.add("Bread"), to: shared), with: .end)
        for (action, change) in [(.toggle(1), .toggle(1)), (.remove(1), .remove(1)), (.restore(1), .restore(1))]
            as [(Home.Action, TodoList.Action)]
        {
            store.send(action)
            store.answer(RemoteSend(change, to: shared), with: .end)
        }
        store.send(.open(.detail(id: 1)))
        store.transition(.detail(id: 1))
        #expect(Home(list: shared).operations(for: .detail(id: 1)) == [.show(Detail(list: shared), with: 1)])
    }

    @Test("The page of a thing to do changes it, and closes when it is removed") func detail() {
        let store = TestStore(Detail(list: shared), with: 1)
        store.complete(RemoteObservation(\.todos, of: shared), with: milk) { $0.todos = self.milk }
        #expect(store.state.todo?.title == "Milk")
        store.send(.save)
        store.send(.typed("Oat milk")) { $0.draft = "Oat milk" }
        store.send(.save) { $0.draft = nil }
        store.answer(RemoteSend(.rename(1, "Oat milk"), to: shared), with: .end)
        store.send(.remove)
        store.transition(.close)
        store.answer(RemoteSend(.remove(1), to: shared), with: .end)
        #expect(Detail(list: shared).operations(for: .close) == [.close])
    }

    @Test("A page has a URL, which opens it again", arguments: [Page.detail(id: 7)] + Page.menu) func urls(_ page: Page)
    {
        var parts = page.path.split(separator: "/").map(String.init)[...]
        #expect(parts.popFirst().flatMap { Page(named: $0) { parts.popFirst() } } == page)
    }
}
