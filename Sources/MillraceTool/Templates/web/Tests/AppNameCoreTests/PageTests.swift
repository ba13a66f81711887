import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The pages") struct PageTests {
    private let shared = RemoteStore<TodoList>.sample
    private let list = {
        var list = TodoList.State()
        (list.todos, list.isLoaded) = ([Todo(id: 1, title: "Milk")], true)
        return list
    }()

    @Test("The first page sends changes to the shared list") func home() {
        let store = TestStore(Home(list: shared))
        store.complete(RemoteObservation(\.self, of: shared), with: list) { $0.list = self.list }
        store.send(.add(" "))
        store.send(.add("Bread"))
        store.answer(RemoteSend(.add("Bread"), to: shared), with: .end)
        store.send(.toggle(1))
        store.answer(RemoteSend(.toggle(1), to: shared), with: .end)
        store.send(.open(.detail(id: 1)))
        store.transition(.detail(id: 1))
        #expect(Home(list: shared).operations(for: .detail(id: 1)) == [.show(Detail(list: shared), with: 1)])
    }

    @Test("The page of a thing to do changes it, and closes when it is removed") func detail() {
        let store = TestStore(Detail(list: shared), with: 1)
        store.complete(RemoteObservation(\.self, of: shared), with: list) { $0.list = self.list }
        #expect(store.state.todo?.title == "Milk")
        store.send(.save)
        store.send(.typed("Oat milk")) { $0.draft = "Oat milk" }
        store.send(.save) { $0.draft = nil }
        store.answer(RemoteSend(.rename(1, "Oat milk"), to: shared), with: .end)
        store.send(.remove)
        store.answer(RemoteSend(.remove(1), to: shared), with: .end)
        store.transition(.close)
        #expect(Detail(list: shared).operations(for: .close) == [.close])
    }

    @Test("A page has a URL, which opens it again", arguments: [Page.detail(id: 7)] + Page.menu) func urls(_ page: Page)
    {
        var parts = page.path.split(separator: "/").map(String.init)[...]
        #expect(parts.popFirst().flatMap { Page(named: $0) { parts.popFirst() } } == page)
    }
}
