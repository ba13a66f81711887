import Foundation
import GuideBlocks
import Millrace
import Testing

// README: begin
struct Book: Sendable { var title: String }
struct FetchBooks: Command { typealias Output = [Book] }  // a request; some handler answers it

struct Library: Reducer {
    struct State {
        var books: [Book] = []; var isLoading = false; var error: String?
        var title: String { isLoading ? "Loading" : "\(books.count) books" }
    }
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
    engine.handle(FetchBooks.self, reportsStart: true) { _ in try await api.books() }  // the only access to the world
    let library = Store(Library.State(), Library(), on: engine)
    var titles: [String] = []
    library.subscribe(to: \.title) { title in titles.append(title) }
    try await library.send(.refresh).finished()  // ends when all that it caused has ended
    return titles
}
// README: end

struct API: Sendable { func books() async throws -> [Book] { [Book(title: "Emma"), Book(title: "Ulysses")] } }

@MainActor struct ReadmeTests {
    @Test("README · the example runs and has the documented result")
    func exampleRuns() async throws {
        #expect(try await openLibrary(API()) == ["0 books", "Loading", "2 books"])
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

    /// The works of the comparison that `make budget` counts, and the names of their rows.
    nonisolated static let rows = [
        "nothing attached": "send", "100 subscribers of one value": "observe.property.100",
        "five middlewares": "middleware.five", "eight nested levels": "children.eight",
        "a command that is answered at once": "command",
    ]

    @Test("README · the comparison has the figures of the guide, and Millrace's are within the limits", arguments: rows)
    func comparison(work: String, row: String) throws {
        let shown = try Table(in: "README.md", row: "| \(work) |")
        let guide = try Table(in: "Sources/Millrace/Millrace.docc/Performance.md", row: "| \(work) |")
        for (column, figure) in shown.cells { #expect(guide.cells[column] == figure, "\(column)") }
        #expect(shown.cells.count == 7)
        let limits = try Guide.text(at: "Benchmarks/Budget/limits.txt").split(separator: "\n")
        let limit = try #require(limits.first { $0.hasPrefix("\(row) ") }?.split(separator: " ")[1])
        let figure = try #require(shown.cells["Millrace"]?.replacing(",", with: ""))
        #expect(try #require(Int(figure)) <= #require(Int(limit)))
    }
}

/// A row of a table in Markdown: its cells by the names of their columns.
private struct Table {
    let cells: [String: String]

    init(in path: String, row prefix: String) throws {
        let lines = try Guide.text(at: path).split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.hasPrefix(prefix) })
        let header = try #require(lines[..<row].lastIndex { $0.hasPrefix("|---") }) - 1
        let columns = lines[header].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let values = lines[row].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        cells = Dictionary(uniqueKeysWithValues: zip(columns, values))
    }
}
