import Foundation
import Millrace
import Testing

// README: begin
struct Book: Sendable { var title: String }
struct FetchBooks: Command { typealias Output = [Book] }  // a request; some handler answers it

struct Library: Reducer {
    struct State { var books: [Book] = []; var isLoading = false; var error: String? }
    enum Action { case refresh, fetched(Event<FetchBooks>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {  // pure: it says what should happen
        switch action {
        case .refresh: return .execute(FetchBooks(), as: Action.fetched, policy: .latest, retry: .times(2))
        case .fetched(.progress): state.isLoading = true
        case .fetched(.data(let books)): (state.books, state.isLoading) = (books, false)
        case .fetched(.failure(let error)): (state.error, state.isLoading) = ("\(error)", false)
        }
        return .none
    }
}

@MainActor func openLibrary(_ api: API) async throws -> [String] {
    let engine = Engine()  // lives here; the compiler keeps it here
    engine.handle(FetchBooks.self) { _ in try await api.books() }  // the only place that touches the world
    let library = Store(Library.State(), Library(), on: engine)
    var titles: [String] = []
    library.subscribe(to: \.books.count) { count in titles.append("\(count) books") }
    try await library.send(.refresh).finished()  // ends when all that it caused has ended
    return titles
}
// README: end

struct API: Sendable { func books() async throws -> [Book] { [Book(title: "Emma"), Book(title: "Ulysses")] } }

@MainActor struct ReadmeTests {
    @Test("README · the example runs and has the documented result")
    func exampleRuns() async throws {
        #expect(try await openLibrary(API()) == ["0 books", "2 books"])
    }

    @Test("README · the README shows exactly the example that is compiled here")
    func exampleIsShown() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: here, encoding: .utf8)
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let parts = source.components(separatedBy: ["// README: ", "begin\n"].joined())
        let example = try #require(parts.last?.components(separatedBy: ["// README: ", "end"].joined()).first)
        #expect(readme.contains("```swift\nimport Millrace\n\n" + example + "```"))
        #expect(example.split(separator: "\n").count <= 32)
    }
}
