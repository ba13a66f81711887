import Millrace
import TestSupport
import Testing

/// Decides about each message at random: the same decision about the message of the same number in every run.
@MainActor final class RandomDecisions: @MainActor Middleware {
    private let engine: Engine
    private let log: (String) -> Void
    private var generator: SeededGenerator
    private var held: [UInt64] = []
    /// The number of decisions that are left, so that every program ends.
    private var decisionsLeft = 60

    init(seed: UInt64, _ engine: Engine, log: @escaping (String) -> Void) {
        (self.engine, self.log) = (engine, log)
        generator = SeededGenerator(seed: seed)
    }

    /// Passes every message from now on, the held ones too.
    func end() {
        decisionsLeft = 0
        while !held.isEmpty { engine.resume(held.removeFirst()) }
    }

    func intercept(_ message: Message) -> Decision {
        guard decisionsLeft > 0 else { return .pass }
        decisionsLeft -= 1
        let number = Int.random(in: 0..<16, using: &generator)
        log("decision \(number) about \(message.kind)")
        switch number {
        case 0: return .hold(for: .seconds(1))
        case 1:
            held.append(message.id)
            return .hold
        case 2: return .drop
        case 3: return .cancel()
        case 4: return .fail(with: Oops())
        case 5: return .pass(copies: message)
        case 6: return .drop(copies: message)
        case 7: return .change(to: message.payload)
        case 8:
            _ = message.receipt
            return .pass
        case 9:
            if !held.isEmpty { engine.resume(held.removeFirst()) }
            return .pass
        default: return .pass
        }
    }
}

@MainActor struct SameOrderDecisionsTests {
    @Test(
        "L2 · a random program with a middleware that decides gives the same log with the fast path on and off",
        arguments: 0..<8)
    func sameOrder(_ share: UInt64) async throws {
        for seed in share * 40..<(share + 1) * 40 {
            let program = Program(seed: seed)
            let plain = try await ProgramRun<ScriptReducer>(program, with: .decisions).log()
            for attached: Attachments in [
                [.decisions, .generalPath], [.decisions, .observers], [.decisions, .history],
                [.decisions, .history, .generalPath],
            ] {
                let log = try await ProgramRun<ScriptReducer>(program, with: attached).log()
                let difference = plain.firstDifference(from: log, includesTiming: true)
                #expect(difference == nil, "program \(seed), with a middleware that decides and with \(attached)")
                if difference != nil { return }
            }
        }
    }
}
