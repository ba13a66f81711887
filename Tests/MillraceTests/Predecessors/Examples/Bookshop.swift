import MillraceExtras
import MillraceHistory
import Millrace

/// A shop that lists its books and corrects typos.
enum Bookshop {
    struct Book: Equatable, Sendable, Identifiable {
        let id: Int
        var title: String
        var author: String
    }

    /// Requests all books.
    struct FetchBooks: Command, Equatable { typealias Output = [Book] }

    /// Answered with the book as it is now, and when it was corrected.
    struct CorrectTypos: Command {
        typealias Output = (book: Book, at: Duration)
        let book: Book
    }

    /// The source of the books.
    protocol Server: Sendable {
        func books() async throws -> [Book]
        func save(_ book: Book) async throws -> Book
    }

    /// The last books from the server.
    @MainActor final class Cache {
        var books: [Book]
        init(_ books: [Book] = []) { self.books = books }
    }

    @MainActor static func open(_ engine: Engine, _ server: some Server, _ cache: Cache) {
        engine.handle(FetchBooks.self) { _, reply in
            if cache.books.isEmpty { reply.progress() } else { reply.data(cache.books) }
            cache.books = try await server.books()
            reply.data(cache.books)
        }
        engine.handle(CorrectTypos.self) { [unowned engine] command in
            (try await server.save(command.book), at: engine.now)
        }
    }

    /// The books as a state, if a part of the application needs one. It receives the results of all commands.
    struct Shelf: Reducer {
        enum Action { case fetched(Event<FetchBooks>), corrected(Event<CorrectTypos>) }

        func reduce(_ books: inout [Book], _ action: Action) -> Flow<Self> {
            switch action {
            case .fetched(let event): books = event.output ?? books
            case .corrected(let event): if let book = event.output?.book { books[id: book.id] = book }
            }
            return .none
        }
    }

    @MainActor static func shelf(on engine: Engine, books: [Book] = []) -> Store<Shelf> {
        let shelf = Store(books, Shelf(), on: engine)
        shelf.listen(to: FetchBooks.self, as: Shelf.Action.fetched)
        shelf.listen(to: CorrectTypos.self, as: Shelf.Action.corrected)
        return shelf
    }

    /// Opens a shelf again that was closed, with the state that the history recorded.
    @MainActor static func restore(_ shelf: StoreID, from history: History, on engine: Engine) -> Store<Shelf>? {
        guard let replay = history.replay(shelf, as: Shelf.self), replay.mismatch == nil else { return nil }
        return self.shelf(on: engine, books: replay.state)
    }

    /// Shows the books.
    @MainActor final class Screen {
        private let engine: Engine
        private(set) var books: [Book] = []
        private(set) var isLoading = false
        private(set) var problem: String?

        init(_ engine: Engine) {
            self.engine = engine
            engine.listen(
                to: FetchBooks.self, owner: self,
                onData: { [unowned self] in (books, isLoading) = ($0, false) },
                onFailure: { [unowned self] in (problem, isLoading) = ("\($0)", false) },
                onProgress: { [unowned self] in isLoading = true })
            engine.listen(
                to: CorrectTypos.self, owner: self,
                onData: { [unowned self] in books[id: $0.book.id] = $0.book })
        }

        func load() { engine.execute(FetchBooks()) }

        func correct(_ book: Book) { engine.execute(CorrectTypos(book: book)) }
    }
}
