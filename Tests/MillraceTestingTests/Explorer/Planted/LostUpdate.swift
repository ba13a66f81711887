#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A profile form that saves each field when the user leaves it. Saves are queued.
    ///
    /// The bug: each save sends the whole profile, with the current value of its field and the server's last known
    /// values of the others. If a save is requested while another is pending, it reverts the change of the other,
    /// although they run in order.
    struct ProfileForm: Reducer {
        struct Profile: Hashable { var name = "Ann"; var city = "Ulm" }
        enum Change: Hashable { case name(String), city(String), all(Profile) }
        struct Save: Command, Equatable { typealias Output = Void; let change: Change }

        struct State: Hashable {
            var form = Profile()
            /// The server's profile, as far as it is known.
            var saved = Profile()
        }

        enum Action { case rename(String), move(String), saved(Change, Event<Save>) }

        /// Whether the bug is present: each save sends the whole profile.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .rename(let name):
                state.form.name = name
                return save(.name(name), state)
            case .move(let city):
                state.form.city = city
                return save(.city(city), state)
            case .saved(let change, .data): apply(change, to: &state.saved)
            case .saved: break
            }
            return .none
        }

        private func save(_ change: Change, _ state: State) -> Flow<Self> {
            var all = state.saved
            apply(change, to: &all)
            let change = isCareless ? Change.all(all) : change
            return .execute(Save(change: change), as: { .saved(change, $0) }, policy: .queue)
        }

        private func apply(_ change: Change, to profile: inout Profile) {
            switch change {
            case .name(let name): profile.name = name
            case .city(let city): profile.city = city
            case .all(let all): profile = all
            }
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "ProfileForm.explorer(careless: \(careless))")
                .actions { state in
                    (state.form.name == "Ann" ? [.rename("Anna")] : [])
                        + (state.form.city == "Ulm" ? [.move("Bonn")] : [])
                }
                .outcomes(of: Save.self) { _ in [.progress(()), .complete(())] }
                .always("everything is saved when no effect is in flight") {
                    !$0.pending.isEmpty || $0.state.saved == $0.state.form
                }
        }
    }

    struct LostUpdateTests {
        @Test("Planted bug · a lost update")
        func isFound() throws {
            try expectFound(
                "everything is saved when no effect is in flight",
                by: [
                    "store.send(.rename(\"Anna\"))",
                    "store.send(.move(\"Bonn\"))",
                    "store.complete(ProfileForm.Save.self, with: ())",
                    "store.complete(ProfileForm.Save.self, with: ())",
                ],
                fixed: ProfileForm.explorer(careless: false), planted: ProfileForm.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “everything is saved when no effect is in flight” is violated. Its condition is false in this state.

                    The state is:
                    ProfileForm.State(
                      form: ProfileForm.Profile(
                        name: "Anna",
                        city: "Bonn"
                      ),
                      saved: ProfileForm.Profile(
                        name: "Ann",
                        city: "Bonn"
                      )
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func everythingIsSavedWhenNoEffectIsInFlight() {
                let store = ProfileForm.explorer(careless: true).testStore()
                store.send(.rename("Anna"))
                store.send(.move("Bonn"))
                store.complete(ProfileForm.Save.self, with: ())
                store.complete(ProfileForm.Save.self, with: ())
                ProfileForm.explorer(careless: true).check("everything is saved when no effect is in flight", in: store)
            }
        }
    }
#endif
