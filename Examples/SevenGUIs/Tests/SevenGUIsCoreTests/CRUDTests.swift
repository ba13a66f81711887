import MillraceExtras
import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct CRUDTests {
    private let hans = CRUD.Person(name: "Hans", surname: "Emil")
    private let max = CRUD.Person(name: "Max", surname: "Mustermann")

    @Test("CRUD · a person is created, selected, updated and deleted")
    func person() {
        let store = TestStore(CRUD.State(), CRUD())
        store.send(.field(.set(\.input, hans))) { $0.input = hans }
        store.send(.create) { $0.persons = [1: hans] }
        store.send(.create) { $0.persons = [1: hans, 2: hans] }
        store.send(.field(.set(\.selection, 2))) { $0.selection = 2 }
        store.send(.field(.set(\.input.name, "Max"))) { $0.input.name = "Max" }
        store.send(.field(.set(\.input.surname, "Mustermann"))) { $0.input = max }
        store.send(.update) { $0.persons[2] = max }
        #expect(store.state.visible == [1, 2])
        store.send(.delete) { ($0.persons, $0.selection) = ([1: hans], nil) }
        store.send(.update)
        store.send(.delete)
        store.finish()
    }

    @Test("CRUD · a filter shows the persons whose surname begins with it, and selects none that it hides")
    func filter() {
        var state = CRUD.State()
        (state.persons, state.selection) = ([1: hans, 2: max], 1)
        let store = TestStore(state, CRUD())
        store.send(.field(.set(\.filter, "E"))) { $0.filter = "E" }
        #expect(store.state.visible == [1])
        store.send(.field(.set(\.filter, "M"))) { ($0.filter, $0.selection) = ("M", nil) }
        #expect(store.state.visible == [2])
        store.finish()
    }
}
