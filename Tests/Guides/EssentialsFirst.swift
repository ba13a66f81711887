#if (Testing && Web) || App
    import MillraceKit
    import MillraceTesting
    import Testing

    /// The first version of the feature in the guide Essentials.
    @MainActor @Suite("Guides · Essentials, the first version") struct EssentialsFirst {
        struct ReadingList: Reducer {
            struct State: Hashable {
                var books: [String] = []
                var title = ""
            }
            enum Action { case typed(String), add }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .typed(let title):
                    state.title = title
                case .add:
                    state.books.append(state.title)
                    state.title = ""
                }
                return .none
            }
        }

        @MainActor @Test func addsABook() {
            let store = TestStore(ReadingList.State(), ReadingList())
            store.send(.typed("Emma")) { $0.title = "Emma" }
            store.send(.add) {
                $0.books = ["Emma"]
                $0.title = ""
            }
        }
    }
#endif
