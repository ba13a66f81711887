import PaymentService
import Synchronization

/// Decides by random numbers at which step of a request the program is killed, and what the service does wrong before.
final class KillPlan: Sendable {
    private struct State {
        var generator: SeededGenerator
        /// The steps until the kill. `nil` after it.
        var rest: Int?
        var program: KilledProgram?
        var kills = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed: seed))) }

    /// The number of kills during payments.
    var kills: Int { state.withLock(\.kills) }

    /// Begins a round. The next program is killed at a random step, or when it is idle.
    func begin() { state.withLock { ($0.rest, $0.program) = (Int.random(in: 0..<16, using: &$0.generator), nil) } }

    /// Sets the program of the round.
    func set(_ program: KilledProgram) { state.withLock { $0.program = program } }

    /// Ends all faults.
    func end() { state.withLock { ($0.rest, $0.program) = (nil, nil) } }

    /// Returns the fault at a step.
    func reach() -> ServiceFault? {
        state.withLock { state in
            guard let rest = state.rest, let program = state.program else { return nil }
            if rest == 0 {
                program.kill()
                state.kills += 1
                state.program = nil
                // No answer reaches the program.
                return .fails
            }
            state.rest = rest - 1
            return [.fails, .answersTwice, .answersTwice, nil, nil, nil].randomElement(using: &state.generator) ?? nil
        }
    }
}
