/// The engine's door for what comes from other threads: replies, cancellations, ends of streams.
///
/// Whoever posts first has the engine's actor woken; the engine also empties it at the end of every drain, so what a handler
/// answers at once is folded before the outermost `send` returns.
final class Mailbox: Sendable {
    typealias Letter = @Sendable (Engine) -> Void

    private struct State {
        var letters: [Letter] = []
        var isAwaited = false
        var isClosed = false
    }

    private let state = Lock(State())
    private let home: Home
    private let engine: AtHome<Engine>

    init(of engine: Engine) {
        home = engine.home
        self.engine = AtHome(engine)
    }

    /// Leaves a letter, which the engine opens on its actor; in order for each sender.
    func post(_ letter: @escaping Letter) {
        let wakes = state.withLock { state in
            if state.isClosed { return false }
            state.letters.append(letter)
            defer { state.isAwaited = true }
            return !state.isAwaited
        }
        if wakes { home.enqueue { [engine] in engine.open()?.collectMail() } }
    }

    /// Takes no more letters, because the engine has gone.
    func close() {
        state.withLock { ($0.letters, $0.isClosed) = ([], true) }
    }

    /// Takes all letters out.
    func empty() -> [Letter] {
        state.withLock { state in
            guard !state.letters.isEmpty else { return [] }
            defer { state.letters = [] }
            return state.letters
        }
    }

    /// Says that the wake-up has come: the next letter asks for another.
    func answerWake() {
        state.withLock { $0.isAwaited = false }
    }
}
