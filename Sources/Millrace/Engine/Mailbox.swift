/// The engine's door for what comes from other threads: replies, cancellations, ends of streams.
///
/// Whoever posts first has the engine's actor woken; the engine also empties it at the end of every drain, so what a handler
/// answers at once is folded before the outermost `send` returns.
@usableFromInline final class Mailbox: Sendable {
    typealias Letter = @Sendable (Engine) -> Void

    private struct State {
        var letters: [Letter] = []
        var isAwaited = false
        var isClosed = false
        var engine: AtHome<Engine>?
    }

    private let state = Lock(State())
    private let home: Home
    /// Whether there may be letters: a look at it costs less than the lock.
    private let hasLetters = Flag()

    init(at home: Home) { self.home = home }

    /// Says whose letters these are.
    func open(for engine: Engine) {
        let engine = AtHome(engine)
        state.withLock { $0.engine = engine }
    }

    /// Whether the actor is still there to open letters.
    var canDeliver: Bool { home.actor != nil }

    /// Leaves a letter, which the engine opens on its actor; in order for each sender.
    func post(_ letter: @escaping Letter) {
        let engine: AtHome<Engine>? = state.withLock { state in
            if state.isClosed { return nil }
            state.letters.append(letter)
            defer { state.isAwaited = true }
            return state.isAwaited ? nil : state.engine
        }
        hasLetters.raise()
        if let engine { home.enqueue { engine.open()?.collectMail() } }
    }

    /// Takes no more letters, because the engine has gone.
    func close() {
        state.withLock { ($0.letters, $0.isClosed) = ([], true) }
    }

    /// Takes all letters out.
    func empty() -> [Letter] {
        guard hasLetters.take() else { return [] }
        return state.withLock { state in
            defer { state.letters = [] }
            return state.letters
        }
    }

    /// Says that the wake-up has come: the next letter asks for another.
    func answerWake() {
        state.withLock { $0.isAwaited = false }
    }
}
