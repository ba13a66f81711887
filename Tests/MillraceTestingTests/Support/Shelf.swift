#if Testing || App
    import Millrace

    struct Book: Equatable, Sendable {
        var title: String
        static let dune = Book(title: "Dune")
        static let emma = Book(title: "Emma")
    }

    struct FetchBooks: Command { typealias Output = [Book] }

    struct Search: Command {
        typealias Output = [Book]
        typealias Progress = Double
        typealias Failure = Unreachable
        var text: String
    }

    struct Save: Command, Equatable {
        typealias Output = Void
        var count: Int
    }

    struct Unreachable: Error, Equatable { var host = "books" }

    struct Opened: Fact { var title: String }
    struct Closed: Fact {}

    /// A feature with every kind of request.
    struct Shelf: Reducer {
        struct State: Equatable {
            var books: [Book] = []
            var count = 0
            var isLoading = false
            var error: String?
            var query = ""
        }

        enum Action {
            case add(Int)
            case twice(Int)
            case refresh
            case fetched(Event<FetchBooks>)
            case search(String)
            case found(Event<Search>)
            case save
            case saved(Event<Save>)
            case open(Book)
            case ignored
            indirect case `do`(Flow<Shelf>)
        }

        enum Output: Equatable {
            case chosen(String)
            case done
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number): state.count += number
            case .twice(let number): return .merge([.send(.add(number)), .send(.add(number))])
            case .refresh: return .execute(FetchBooks(), as: Action.fetched, policy: .latest)
            case .fetched(.progress): state.isLoading = true
            case .fetched(.data(let books)): (state.books, state.isLoading) = (books, false)
            case .fetched(.failure(let error)): (state.error, state.isLoading) = ("\(error)", false)
            case .search(let text):
                state.query = text
                return .execute(Search(text: text), as: Action.found)
            case .found(.progress(let part)): state.isLoading = part < 1
            case .found(.data(let books)): state.books += books
            case .found(.failure(let error)): state.error = error.host
            case .save:
                return .execute(Save(count: state.count), as: Action.saved, retry: .times(1, delay: .seconds(1)))
            case .saved(.progress): state.isLoading = true
            case .saved(.data): state.isLoading = false
            case .saved(.failure): state.error = "not saved"
            case .open(let book): return .post(Opened(title: book.title)).and(.output(.chosen(book.title)))
            case .ignored: break
            case .do(let flow): return flow
            }
            return .none
        }
    }

    /// Ends only when its task is cancelled.
    func untilCancelled() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        throw CancellationError()
    }
#endif
