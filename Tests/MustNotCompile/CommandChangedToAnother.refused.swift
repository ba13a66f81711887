import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Pay.self) { command in  // refused: Pay
            .change(to: Cart.Action.add(1))
        }
    ]
}
