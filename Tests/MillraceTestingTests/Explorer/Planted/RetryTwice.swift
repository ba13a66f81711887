#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A payment that is retried once if there is no answer.
    ///
    /// The bug: the retry has another number. If the first answer was lost, not the request, the bank has already paid.
    /// It treats the retry as another payment. With the same number, it would recognize the retry.
    struct Payment: Reducer {
        struct Pay: Command, Equatable { typealias Output = Void; typealias Failure = Lost; let number: Int }
        enum Lost: Error, Hashable { case request, answer, unknown }
        enum Phase: Hashable { case open, paying, pausing, paid, failed }

        struct State: Hashable {
            var phase = Phase.open
            var tries = 0
            /// The bank's payments by number. The application does not read them; the property does.
            var booked: Set<Int> = []
        }

        enum Action { case pay, again, answered(number: Int, Event<Pay>) }

        /// Whether the bug is present: each attempt has another number.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .pay, .again:
                (state.phase, state.tries) = (.paying, state.tries + 1)
                let number = isCareless ? state.tries : 1
                return .execute(
                    Pay(number: number), as: { .answered(number: number, $0) },
                    timeout: .after(.seconds(30), failingWith: .unknown))
            case .answered(let number, .data):
                state.booked.insert(number)
                state.phase = .paid
            case .answered(let number, .failure(let lost)):
                if lost == .answer { state.booked.insert(number) }
                state.phase = state.tries < 2 ? .pausing : .failed
                if state.phase == .pausing { return .after(.seconds(2), .send(.again)) }
            case .answered(_, .progress): break
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(State(), Self(isCareless: careless), called: "Payment.explorer(careless: \(careless))")
                .actions { $0.phase == .open ? [.pay] : [] }
                .outcomes(of: Pay.self) { _ in [.complete(()), .fail(.request), .fail(.answer)] }
                .never("the bank pays twice") { $0.state.booked.count > 1 }
                .eventually("an end", from: { $0.state.phase != .open }) { [.paid, .failed].contains($0.state.phase) }
        }
    }

    struct RetryTwiceTests {
        @Test("Planted bug · a retry that applies twice")
        func isFound() throws {
            try expectFound(
                "the bank pays twice",
                by: [
                    "store.send(.pay)",
                    "store.fail(Payment.Pay.self, with: .answer)",
                    "store.clock.advanceToNext()",
                    "store.complete(Payment.Pay.self, with: ())",
                ],
                fixed: Payment.explorer(careless: false), planted: Payment.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “the bank pays twice” is violated. Its condition is false in this state.

                    The state is:
                    Payment.State(
                      phase: .paid,
                      tries: 2,
                      booked: Set([
                        1,
                        2
                      ])
                    )

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func theBankPaysTwice() {
                let store = Payment.explorer(careless: true).testStore()
                store.send(.pay)
                store.fail(Payment.Pay.self, with: .answer)
                store.clock.advanceToNext()
                store.complete(Payment.Pay.self, with: ())
                Payment.explorer(careless: true).check("the bank pays twice", in: store)
            }
        }
    }
#endif
