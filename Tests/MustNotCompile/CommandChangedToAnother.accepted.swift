import Millrace
import MillraceExtras

@MainActor func guardCart(on engine: Engine) {
    engine.middleware = [
        .intercept(Pay.self) { command in
            .change(to: Pay(cents: command.cents + 1))
        }
    ]
}
