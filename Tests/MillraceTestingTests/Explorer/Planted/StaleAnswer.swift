#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A search field that sends a request when the user has paused typing.
    ///
    /// The bug: an earlier request continues when a new one begins. The field shows the last answer, which may belong
    /// to an earlier text.
    struct SearchField: Reducer {
        struct Find: Command, Equatable { typealias Output = [String]; typealias Failure = Offline; let text: String }
        struct Offline: Error, Equatable {}

        struct State: Hashable {
            var text = ""
            var results: [String] = []
            var hasFailed = false
        }

        enum Action { case type(String), look, found(Event<Find>) }

        /// Whether the bug is present: earlier requests continue.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .type(let text):
                (state.text, state.results, state.hasFailed) = (text, [], false)
                let look = Flow<Self>.debounce(.milliseconds(300), id: "typing", .send(.look))
                return isCareless ? look : .cancel(Find.self).and(look)
            case .look:
                return .execute(Find(text: state.text), as: Action.found, policy: isCareless ? .concurrent : .latest)
            case .found(.data(let results)): (state.results, state.hasFailed) = (results, false)
            case .found(.failure): state.hasFailed = true
            case .found(.progress): break
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "SearchField.explorer(careless: \(careless))")
                .actions { state in ["tea", "teapot"].filter { $0 != state.text }.map(Action.type) }
                .outcomes(of: Find.self) { [.complete(["a \($0.text)"]), .fail(Offline())] }
                .always("in the end the results are those of the text") {
                    !$0.pending.isEmpty || $0.isWaiting || $0.state.hasFailed
                        || $0.state.results == ($0.state.text.isEmpty ? [] : ["a \($0.state.text)"])
                }
                .sometimes("results") { !$0.state.results.isEmpty }
        }
    }

    struct StaleAnswerTests {
        @Test("Planted bug · a stale answer overwrites a newer one")
        func isFound() throws {
            try expectFound(
                "in the end the results are those of the text",
                by: [
                    "store.send(.type(\"tea\"))",
                    "store.clock.advanceToNext()",
                    "store.send(.type(\"teapot\"))",
                    "store.clock.advanceToNext()",
                    "store.complete(SearchField.Find(text: \"teapot\"), with: [\"a teapot\"])",
                    "store.complete(SearchField.Find.self, with: [\"a tea\"])",
                ],
                fixed: SearchField.explorer(careless: false), planted: SearchField.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “in the end the results are those of the text” is violated. Its condition is false in this state.

                    The state is:
                    SearchField.State(
                      text: "teapot",
                      results: [
                        [0]: "a tea"
                      ],
                      hasFailed: false
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func inTheEndTheResultsAreThoseOfTheText() {
                let store = SearchField.explorer(careless: true).testStore()
                store.send(.type("tea"))
                store.clock.advanceToNext()
                store.send(.type("teapot"))
                store.clock.advanceToNext()
                store.complete(SearchField.Find(text: "teapot"), with: ["a teapot"])
                store.complete(SearchField.Find.self, with: ["a tea"])
                SearchField.explorer(careless: true).check("in the end the results are those of the text", in: store)
            }
        }
    }
#endif
