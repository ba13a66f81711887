#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A cart that the user can submit once.
    ///
    /// The bug: the button works while the order is pending. It looks the same until the answer arrives, so users tap
    /// again and submit two orders.
    struct Cart: Reducer {
        struct PlaceOrder: Command, Equatable { typealias Output = Void; typealias Failure = Refused; let items: Int }
        enum Refused: Error, Equatable { case soldOut, offline }

        struct State: Hashable {
            var items = 0
            var orders = 0
            var isSubmitting = false
            var hasFailed = false
        }

        enum Action: Equatable { case add, submit, placed(Event<PlaceOrder>) }

        /// Whether the bug is present.
        var isCareless = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add: state.items = min(2, state.items + 1)
            case .submit:
                if state.isSubmitting, !isCareless { return .none }
                state.isSubmitting = true
                return .execute(PlaceOrder(items: state.items), as: Action.placed)
            case .placed(.data): (state.orders, state.items, state.isSubmitting) = (state.orders + 1, 0, false)
            case .placed(.failure): (state.hasFailed, state.isSubmitting) = (true, false)
            case .placed(.progress): break
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Cart> {
            Explorer(State(), Cart(isCareless: careless), called: "Cart.explorer(careless: \(careless))")
                .actions { $0.orders < 2 ? [.add, .submit] : [] }
                .outcomes(of: PlaceOrder.self) { _ in [.complete(()), .fail(.offline)] }
                .never("two orders at once") { $0.pending(PlaceOrder.self).count > 1 }
                .eventually("an end of submitting", from: { $0.state.isSubmitting }) { !$0.state.isSubmitting }
        }
    }

    struct DoubleSubmitTests {
        @Test("Planted bug · a double submit")
        func isFound() throws {
            try expectFound(
                "two orders at once", by: ["store.send(.submit)", "store.send(.submit)"],
                fixed: Cart.explorer(careless: false), planted: Cart.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “two orders at once” is violated. Its condition is false in this state.

                    The state is:
                    Cart.State(
                      items: 0,
                      orders: 0,
                      isSubmitting: true,
                      hasFailed: false
                    )

                    These commands are pending:
                    PlaceOrder(items: 0)
                    PlaceOrder(items: 0)

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func twoOrdersAtOnce() {
                let store = Cart.explorer(careless: true).testStore()
                store.send(.submit)
                store.send(.submit)
                Cart.explorer(careless: true).check("two orders at once", in: store)
            }
        }
    }
#endif
