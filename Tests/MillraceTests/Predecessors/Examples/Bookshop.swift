import Millrace

/// A shop that lists its books and corrects what is misspelt.
enum Bookshop {
    struct Book: Equatable, Sendable, Identifiable {
        let id: Int
        var title: String
        var author: String
    }

    /// Answered with all books.
    struct FetchBooks: Command, Equatable { typealias Output = [Book] }

    /// Answered with the book as it is now, and when it was corrected.
    struct CorrectTypos: Command {
        typealias Output = (book: Book, at: Duration)
        let book: Book
    }

    /// Where the books come from.
    protocol Server: Sendable {
        func books() async throws -> [Book]
        func save(_ book: Book) async throws -> Book
    }

    /// What was seen last.
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

    /// Shows the books.
    @MainActor final class Screen {
        private let engine: Engine
        private(set) var books: [Book] = []
        private(set) var isLoading = false
        private(set) var problem: String?

        init(_ engine: Engine) {
            self.engine = engine
            engine.react(
                to: FetchBooks.self, owner: self,
                wait: { [unowned self] in isLoading = true },
                consume: { [unowned self] in (books, isLoading) = ($0, false) },
                rescue: { [unowned self] in (problem, isLoading) = ("\($0)", false) })
            engine.react(
                to: CorrectTypos.self, owner: self,
                consume: { [unowned self] in books[id: $0.book.id] = $0.book })
        }

        func load() { engine.execute(FetchBooks()) }

        func correct(_ book: Book) { engine.execute(CorrectTypos(book: book)) }
    }
}
