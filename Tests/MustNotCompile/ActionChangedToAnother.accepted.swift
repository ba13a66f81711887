import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Cart.self) { action in
            .change(to: .add(3))
        }
    ]
}
