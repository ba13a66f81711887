import MillraceExtras
import Millrace

@MainActor func launch() {
    let engine = Engine()
    engine.listen(to: Ping.self)  // refused: missing argument
}
