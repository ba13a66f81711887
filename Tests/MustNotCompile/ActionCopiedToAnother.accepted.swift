import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Cart.self) { action in
            .pass(copies: .add(1), .add(2))
        }
    ]
}
