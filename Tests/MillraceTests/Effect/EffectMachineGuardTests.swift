import Millrace
import Testing

/// Tests the machine alone. An engine on one thread never reaches these guards.
@MainActor struct EffectMachineGuardTests {
    /// Starts a command and calls its handler.
    private func start(
        on machine: inout EffectMachine, retry: Retry = .never, timeout: Duration? = nil
    ) throws -> EffectHandle {
        var request = EffectMachine.Request(.command, flow: 0, store: machine.openStore(), scope: 0)
        request.retries = Int32(retry.attempts)
        request.timeout = timeout.map(nanoseconds) ?? -1
        let started = machine.start(request)
        let effect = try #require(started)
        machine.beginAttempt(effect)
        return effect
    }

    private func takeSteps(of machine: inout EffectMachine) -> [EffectMachine.Step] {
        var steps: [EffectMachine.Step] = []
        while let step = machine.nextStep() { steps.append(step) }
        return steps
    }

    @Test("L6 · only the answers of the current attempt are accepted")
    func attempts() throws {
        var machine = EffectMachine()
        let effect = try start(on: &machine, retry: .times(1, delay: .seconds(1)))
        var accepted = [machine.accepts(effect, attempt: 1), machine.accepts(effect, attempt: 2)]
        #expect(accepted == [true, false])
        let isRetried = machine.retries(effect)
        machine.pause(effect, for: .seconds(1))
        accepted = [machine.accepts(effect, attempt: 1), machine.accepts(effect, attempt: 2)]
        #expect(isRetried && accepted == [false, false])
        let firing = machine.fire(effect, .wait)
        machine.beginAttempt(effect)
        accepted = [machine.accepts(effect, attempt: 1), machine.accepts(effect, attempt: 2)]
        #expect(firing == .retry && accepted == [false, true])
    }

    @Test("L6 · a command ends once, and accepts nothing while its end waits for held events")
    func oneEnd() throws {
        var machine = EffectMachine()
        let effect = try start(on: &machine)
        machine.holdEvent(of: effect)
        var ends = [machine.end(effect), machine.end(effect)]
        let accepts = machine.accepts(effect, attempt: 1)
        #expect(ends == [false, false] && !accepts)
        ends = [machine.releaseEvent(of: effect), machine.releaseEvent(of: effect), machine.end(effect)]
        let count = machine.count
        #expect(ends == [true, false, false] && count == 0)
    }

    @Test("A4 · a timeout is scheduled with the first attempt only, and cancelled with the command")
    func timeout() throws {
        var machine = EffectMachine()
        let effect = try start(on: &machine, retry: .times(1, delay: .seconds(1)), timeout: .seconds(5))
        machine.pause(effect, for: .seconds(1))
        _ = machine.fire(effect, .wait)
        machine.beginAttempt(effect)
        _ = machine.end(effect)
        let steps = takeSteps(of: &machine)
        #expect(
            steps == [
                .schedule(effect, .timeout, nanoseconds: 5_000_000_000),
                .schedule(effect, .wait, nanoseconds: 1_000_000_000), .unschedule(effect, .timeout),
            ])
    }
}
