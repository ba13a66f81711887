import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Cart.self) { action in
            .redirect(to: Flow<Other>.send(.add(1)))  // refused: Other
        }
    ]
}

struct Other: Reducer {
    func reduce(_ sum: inout Int, _ action: Cart.Action) -> Flow<Self> { .none }
}
