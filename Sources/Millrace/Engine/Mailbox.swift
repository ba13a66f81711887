/// The engine's door for what comes from other threads: replies, cancellations, ends of streams.
///
/// Whoever posts first has the engine's actor woken; the engine also empties it at the end of every drain, so what a
/// handler answers at once is folded before the outermost `send` returns.
@usableFromInline final class Mailbox: Sendable {
    typealias Letter = @Sendable (Engine) -> Void

    private struct State {
        var letters: [Letter] = []
        var isAwaited = false
        var isClosed = false
    }

    private let state = Lock(State())
    @usableFromInline let home: Home
    /// Whose letters these are. Safe: set before anybody else has the mailbox.
    private(set) nonisolated(unsafe) var engine = AtHome<Engine>(nil)
    /// Whether there may be letters: a look at it costs less than the lock.
    @usableFromInline let hasLetters = Flag()

    init(at home: Home) { self.home = home }

    /// Says whose letters these are.
    func open(for engine: Engine) { self.engine = AtHome(engine) }

    /// Whether the actor is still there to open letters.
    var canDeliver: Bool { home.actor != nil }

    /// Leaves a letter, which the engine opens on its actor; in order for each sender.
    func post(_ letter: @escaping Letter) {
        let wakes = state.withLock { [hasLetters] state in
            if state.isClosed { return false }
            state.letters.append(letter)
            // Under the lock: else a wake-up that is on its way could come before the flag, and leave the letter.
            hasLetters.raise()
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
