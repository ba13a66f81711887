#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// A star on a page, which shines as soon as it is tapped, before the server has heard of it.
    ///
    /// Planted: when the server cannot be told, even at the second try, the star is left as it is. It shows what nobody
    /// knows but this screen.
    struct Star: Reducer {
        struct SetStar: Command, Equatable { typealias Output = Void; typealias Failure = Offline; let isOn: Bool }
        struct Offline: Error, Equatable {}

        struct State: Hashable {
            var isOn = false
            /// What the server has, as far as it has told.
            var saved = false
            var isSaving = false
            var hasFailed = false
        }

        enum Action { case tap, saved(Event<SetStar>) }

        /// Whether a failure leaves the star as it is.
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
        @Test("Planted · a missing rollback")
        func isFound() throws {
            try expectFound(
                "the star shows what is saved, or is being saved",
                by: [
                    "store.send(.tap)",
                    "store.fail(Star.SetStar.self, with: Star.Offline())",
                    "store.clock.advanceToNext()",
                    "store.fail(Star.SetStar.self, with: Star.Offline())",
                ],
                mended: Star.explorer(careless: false), planted: Star.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “the star shows what is saved, or is being saved” does not hold. It is not true here.

                    The state is:
                    Star.State(
                      isOn: true,
                      saved: false,
                      isSaving: false,
                      hasFailed: true
                    )

                To fix this, mend the feature.
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
