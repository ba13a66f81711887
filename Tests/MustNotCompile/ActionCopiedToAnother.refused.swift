import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Cart.self) { action in
            .pass(copies: Pay(cents: 1))  // refused: Pay
        }
    ]
}
