import MillraceKit
import MillraceTesting
import Testing

@testable import AppName

@MainActor @Suite("The search") struct SearchTests {
    @Test("Shows the items that contain the text") func results() {
        let store = TestStore(Search.State(), Search())
        store.send(.typed("il")) { ($0.text, $0.isSearching) = ("il", true) }
        store.complete(FindItems("il"), with: ["Milk", "Oil"]) {
            ($0.results, $0.isSearching) = (["Milk", "Oil"], false)
        }
    }

    @Test("Shows why a search failed, until the next text") func failure() {
        let store = TestStore(Search.State(), Search())
        store.send(.typed("a")) { ($0.text, $0.isSearching) = ("a", true) }
        store.fail(FindItems("a"), with: SearchFailure("No connection.")) {
            ($0.problem, $0.isSearching) = ("No connection.", false)
        }
        store.send(.typed("ab")) { ($0.text, $0.isSearching, $0.problem) = ("ab", true, nil) }
        store.complete(FindItems("ab"), with: []) { $0.isSearching = false }
    }

    @Test("A handler finds the items") func handler() async throws {
        let engine = Engine()
        engine.handle(FindItems.self) { command throws(SearchFailure) in
            ["Milk", "Bread"].filter { $0.contains(command.text) }
        }
        let search = Store(Search.State(), Search(), on: engine)
        try await search.send(.typed("ea")).finished()
        #expect(search.state.results == ["Bread"])
    }
}
