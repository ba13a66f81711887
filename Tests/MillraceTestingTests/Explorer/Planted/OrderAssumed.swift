#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A gallery that fetches the next page when the user scrolls.
    ///
    /// The bug: pages are appended in the order in which they arrive. A user who scrolls fast requests two pages, and
    /// the second may arrive first. The fixed version requests a page only after the previous one has arrived.
    struct Gallery: Reducer {
        struct FetchPage: Command, Equatable { typealias Output = [String]; let number: Int }

        struct State: Hashable {
            var pages = 0
            var pictures: [String] = []
        }

        enum Action { case scroll, fetched(Event<FetchPage>) }

        /// Whether the bug is present: pages are assumed to arrive in order.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .scroll:
                state.pages += 1
                return .execute(
                    FetchPage(number: state.pages), as: Action.fetched, policy: isCareless ? .concurrent : .queue)
            case .fetched(.data(let pictures)): state.pictures += pictures
            case .fetched: break
            }
            return .none
        }

        static let everything = ["ant", "bee", "cat", "dog", "elk", "fox"]

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "Gallery.explorer(careless: \(careless))")
                .actions { $0.pages < 3 ? [.scroll] : [] }
                .outcomes(of: FetchPage.self) { [.complete(Array(everything[($0.number * 2 - 2)..<($0.number * 2)]))] }
                .always("pictures are in order") { everything.starts(with: $0.state.pictures) }
                .sometimes("everything is there") { $0.state.pictures == everything }
        }
    }

    struct OrderAssumedTests {
        @Test("Planted bug · an assumed order of answers")
        func isFound() throws {
            try expectFound(
                "pictures are in order",
                by: [
                    "store.send(.scroll)",
                    "store.send(.scroll)",
                    "store.complete(Gallery.FetchPage(number: 2), with: [\"cat\", \"dog\"])",
                ],
                fixed: Gallery.explorer(careless: false), planted: Gallery.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “pictures are in order” is violated. Its condition is false in this state.

                    The state is:
                    Gallery.State(
                      pages: 2,
                      pictures: [
                        [0]: "cat",
                        [1]: "dog"
                      ]
                    )

                    These commands are pending:
                    FetchPage(number: 1)

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func picturesAreInOrder() {
                let store = Gallery.explorer(careless: true).testStore()
                store.send(.scroll)
                store.send(.scroll)
                store.complete(Gallery.FetchPage(number: 2), with: ["cat", "dog"])
                Gallery.explorer(careless: true).check("pictures are in order", in: store)
            }
        }
    }
#endif
