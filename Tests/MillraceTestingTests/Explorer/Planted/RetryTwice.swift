#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// A payment, which is tried once more when no answer comes.
    ///
    /// Planted: the second try has a number of its own. If it was the answer to the first that was lost, and not the
    /// request, the bank has paid already and takes the second for another payment. With the number of the first it would
    /// know it again.
    struct Payment: Reducer {
        struct Pay: Command, Equatable { typealias Output = Void; typealias Failure = Lost; let number: Int }
        enum Lost: Error, Hashable { case request, answer, unknown }
        enum Phase: Hashable { case open, paying, pausing, paid, failed }

        struct State: Hashable {
            var phase = Phase.open
            var tries = 0
            /// What the bank has paid, by number. The application does not know it: it is here for the property.
            var booked: Set<Int> = []
        }

        enum Action { case pay, again, answered(number: Int, Event<Pay>) }

        /// Whether each try has a number of its own.
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
        @Test("Planted · a retry that applies twice")
        func isFound() throws {
            try expectFound(
                "the bank pays twice",
                by: [
                    "store.send(.pay)",
                    "store.fail(Payment.Pay.self, with: .answer)",
                    "store.clock.advanceToNext()",
                    "store.complete(Payment.Pay.self)",
                ],
                mended: Payment.explorer(careless: false), planted: Payment.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “the bank pays twice” does not hold. It is not true here.

                    The state is:
                    Payment.State(
                      phase: .paid,
                      tries: 2,
                      booked: Set([
                        1,
                        2
                      ])
                    )

                To fix this, mend the feature.
                """))
        struct Printed {
            @Test @MainActor func theBankPaysTwice() {
                let store = Payment.explorer(careless: true).testStore()
                store.send(.pay)
                store.fail(Payment.Pay.self, with: .answer)
                store.clock.advanceToNext()
                store.complete(Payment.Pay.self)
                Payment.explorer(careless: true).check("the bank pays twice", in: store)
            }
        }
    }
#endif
