#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A star on a page, which changes as soon as the user taps it, before the server has confirmed the change.
    ///
    /// The bug: if the request fails, even after its retry, the star does not change back. It then shows a value that
    /// is saved nowhere.
    struct Star: Reducer {
        struct SetStar: Command, Equatable { typealias Output = Void; typealias Failure = Offline; let isOn: Bool }
        struct Offline: Error, Equatable {}

        struct State: Hashable {
            var isOn = false
            /// The server's value, as far as it is known.
            var saved = false
            var isSaving = false
            var hasFailed = false
        }

        enum Action { case tap, saved(Event<SetStar>) }

        /// Whether the bug is present: a failure does not change the star back.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .tap:
                if state.isSaving { return .none }
                state.isOn.toggle()
                (state.isSaving, state.hasFailed) = (true, false)
                return .execute(
                    SetStar(isOn: state.isOn), as: Action.saved, retry: .times(1, delay: .seconds(1)))
            case .saved(.data): (state.saved, state.isSaving) = (state.isOn, false)
            case .saved(.failure):
                (state.hasFailed, state.isSaving) = (true, false)
                if !isCareless { state.isOn = state.saved }
            case .saved(.progress): break
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "Star.explorer(careless: \(careless))")
                .actions { _ in [.tap] }
                .outcomes(of: SetStar.self) { _ in [.complete(()), .fail(Offline())] }
                .always("the star shows what is saved, or is being saved") {
                    $0.state.isOn == $0.state.saved || $0.state.isSaving
                }
                .eventually("an end of saving", from: { $0.state.isSaving }) { !$0.state.isSaving }
        }
    }

    struct MissingRollbackTests {
        @Test("Planted bug · a missing rollback")
        func isFound() throws {
            try expectFound(
                "the star shows what is saved, or is being saved",
                by: [
                    "store.send(.tap)",
                    "store.fail(Star.SetStar.self, with: Star.Offline())",
                    "store.clock.advanceToNext()",
                    "store.fail(Star.SetStar.self, with: Star.Offline())",
                ],
                fixed: Star.explorer(careless: false), planted: Star.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “the star shows what is saved, or is being saved” is violated. Its condition is false in this state.

                    The state is:
                    Star.State(
                      isOn: true,
                      saved: false,
                      isSaving: false,
                      hasFailed: true
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func theStarShowsWhatIsSavedOrIsBeingSaved() {
                let store = Star.explorer(careless: true).testStore()
                store.send(.tap)
                store.fail(Star.SetStar.self, with: Star.Offline())
                store.clock.advanceToNext()
                store.fail(Star.SetStar.self, with: Star.Offline())
                Star.explorer(careless: true).check("the star shows what is saved, or is being saved", in: store)
            }
        }
    }
#endif
