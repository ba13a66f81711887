import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Pay.self) { command in  // refused: no exact matches
            .fail(with: Offline())
        }
    ]
}
