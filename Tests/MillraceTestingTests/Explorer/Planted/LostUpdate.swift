#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// A form for one's profile, which saves each field when it is left. Saves wait for one another.
    ///
    /// Planted: what is saved is all of the profile, with the field as it is now and the others as the server last told
    /// them. A save that is asked for while another is under way takes the other's change back, though they are sent in
    /// order.
    struct ProfileForm: Reducer {
        struct Profile: Hashable { var name = "Ann"; var city = "Ulm" }
        enum Change: Hashable { case name(String), city(String), all(Profile) }
        struct Save: Command, Equatable { typealias Output = Void; let change: Change }

        struct State: Hashable {
            var form = Profile()
            /// What the server has, as far as it has told.
            var saved = Profile()
        }

        enum Action { case rename(String), move(String), saved(Change, Event<Save>) }

        /// Whether it saves all of the profile.
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
                .always("all is saved when nothing is under way") {
                    !$0.pending.isEmpty || $0.state.saved == $0.state.form
                }
        }
    }

    struct LostUpdateTests {
        @Test("Planted · a lost update")
        func isFound() throws {
            try expectFound(
                "all is saved when nothing is under way",
                by: [
                    "store.send(.rename(\"Anna\"))",
                    "store.send(.move(\"Bonn\"))",
                    "store.complete(ProfileForm.Save.self)",
                    "store.complete(ProfileForm.Save.self)",
                ],
                mended: ProfileForm.explorer(careless: false), planted: ProfileForm.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “all is saved when nothing is under way” does not hold. It is not true here.

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

                To fix this, mend the feature.
                """))
        struct Printed {
            @Test @MainActor func allIsSavedWhenNothingIsUnderWay() {
                let store = ProfileForm.explorer(careless: true).testStore()
                store.send(.rename("Anna"))
                store.send(.move("Bonn"))
                store.complete(ProfileForm.Save.self)
                store.complete(ProfileForm.Save.self)
                ProfileForm.explorer(careless: true).check("all is saved when nothing is under way", in: store)
            }
        }
    }
#endif
