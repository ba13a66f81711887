import PaymentService
import Synchronization

/// Decides by random numbers at which step of a request the program is killed, and what the service does wrong before. Of several
/// nodes, it kills a random one.
final class KillPlan: Sendable {
    private struct State {
        var generator: SeededGenerator
        /// The steps until the kill. `nil` after it.
        var rest: Int?
        var programs: [KilledProgram] = []
        var kills = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed: seed))) }

    /// The number of kills during payments.
    var kills: Int { state.withLock(\.kills) }

    /// Begins a round. One of the next programs is killed at a random step, or when it is idle.
    func begin() { state.withLock { ($0.rest, $0.programs) = (Int.random(in: 0..<16, using: &$0.generator), []) } }

    /// Sets the programs of the round.
    func set(_ programs: KilledProgram...) { set(programs) }

    /// Sets the programs of the round.
    func set(_ programs: [KilledProgram]) { state.withLock { $0.programs = programs } }

    /// Kills a random program of the round, unless one was killed.
    func killIdle() {
        state.withLock { state in
            state.programs.randomElement(using: &state.generator)?.kill()
            state.programs = []
        }
    }

    /// Ends all faults.
    func end() { state.withLock { ($0.rest, $0.programs) = (nil, []) } }

    /// Returns the fault at a step.
    func reach() -> ServiceFault? {
        state.withLock { state in
            guard let rest = state.rest, !state.programs.isEmpty else { return nil }
            if rest == 0 {
                state.programs.randomElement(using: &state.generator)?.kill()
                state.kills += 1
                state.programs = []
                // No answer reaches the program.
                return .fails
            }
            state.rest = rest - 1
            return [.fails, .answersTwice, .answersTwice, nil, nil, nil].randomElement(using: &state.generator) ?? nil
        }
    }
}
