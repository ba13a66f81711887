#if (Testing && Web) || App
    import Foundation
    import MillraceKit
    import MillraceTesting
    import Testing

    struct Book: Reducer {
        struct State: Hashable, Identifiable, Codable {
            let id: Int
            let title: String
            var isRead = false
        }
        enum Action: Hashable, Codable { case toggleRead }

        func reduce(_ book: inout State, _ action: Action) -> Flow<Self> {
            book.isRead.toggle()
            return .none
        }
    }

    struct SaveBooks: Command, Hashable {
        typealias Output = Void
        typealias Progress = Never
        typealias Failure = NotSaved
        let books: [Book.State]
    }

    struct NotSaved: Error, Hashable {}

    /// The second version of the feature in the guide Essentials. It has the bug that the exploration finds.
    @MainActor @Suite("Guides · Essentials, the second version") struct EssentialsSecond {
        struct ReadingList: ComposedReducer {
            struct State: Hashable {
                var books: [Book.State] = []
                var title = ""
                var isSaved = true
            }
            enum Action: Equatable {
                case typed(String), add, book(Int, Book.Action), saved(Event<SaveBooks>)
                var book: (Int, Book.Action)? { if case .book(let id, let it) = self { (id, it) } else { nil } }
            }

            var body: some ReducerBody<Self> {
                Reduce { state, action in
                    switch action {
                    case .typed(let title):
                        state.title = title
                    case .add:
                        state.books.append(Book.State(id: state.books.count + 1, title: state.title))
                        state.title = ""
                    case .saved(.data):
                        state.isSaved = true
                    case .saved(.failure), .book:
                        break
                    }
                    return .none
                }
                .forEach(\.books, action: .case(Action.book, \.book)) { Book() }
                .onChange(of: \.books) { _, books, state in
                    state.isSaved = false
                    return .execute(SaveBooks(books: books), as: Action.saved)
                }
            }
        }

        @MainActor @Test func savesABook() {
            let store = TestStore(ReadingList.State(), ReadingList())
            store.send(.typed("Emma")) { $0.title = "Emma" }
            store.send(.add) {
                $0.books = [Book.State(id: 1, title: "Emma")]
                $0.title = ""
                $0.isSaved = false
            }
            store.complete(SaveBooks.self, with: ()) { $0.isSaved = true }

            store.send(.book(1, .toggleRead)) {
                $0.books[0].isRead = true
                $0.isSaved = false
            }
            store.fail(SaveBooks.self, with: NotSaved())
        }

        static var explorer: Explorer<ReadingList> {
            Explorer(ReadingList.State(), ReadingList())
                .actions { state in
                    if !state.books.isEmpty { return [.book(1, .toggleRead)] }
                    return state.title.isEmpty ? [.typed("Emma")] : [.add]
                }
                .outcomes(of: SaveBooks.self) { _ in [.complete(()), .fail(NotSaved())] }
                .never("shown as saved during a save") { $0.state.isSaved && $0.isPending(SaveBooks.self) }
        }

        @Test("The guide shows the counterexample that the exploration finds") func bug() throws {
            let violation = try #require(Self.explorer.explore().violations.first)
            let shown = try Essentials.guide().text
            let lines = "\(violation)".split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let steps = lines.filter { $0.hasPrefix("store.") }
            #expect(steps.count == 4, "\(violation)")
            for step in steps { #expect(shown.contains("\n\(step)\n"), "\(violation)") }
        }
    }
#endif
