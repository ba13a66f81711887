import Millrace

/// Random inputs for a machine. The same seed gives the same inputs, if the machine makes the same decisions.
package struct RandomProgram {
    private var generator: SeededGenerator
    package let runner = MachineRunner()

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Performs the inputs on the machine.
    ///
    /// - Parameter before: Called before each input, when no step is pending.
    package mutating func run(inputs: Int, before: (MachineRunner) -> Void = { _ in }) {
        for _ in 0..<inputs {
            before(runner)
            takeInput()
        }
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func takeInput() {
        let effect = runner.effects.randomElement(using: &generator)
        switch number(0..<14) {
        case 0...4: runner.perform(flow(3))
        case 5: if let effect, runner.machine[effect].stage == .running, isCommand(effect) { runner.end(effect) }
        case 6:
            if let effect, runner.machine[effect].stage == .running, isCommand(effect) {
                runner.end(effect, hasFailed: true)
            }
        case 7: if let effect { runner.cancel(effect) }
        case 8, 9:
            if let timer = runner.timers.randomElement(using: &generator), let effect = runner.effect(timer.effect) {
                runner.fire(effect, timer.timer)
            }
        case 10:
            if let effect, isCommand(effect) {
                if runner.machine[effect].heldEvents == 0, runner.machine[effect].stage == .running {
                    runner.machine.holdEvent(of: effect)
                } else if runner.machine[effect].heldEvents > 0 {
                    runner.releaseEvent(effect)
                }
            }
        case 11:
            let child = Int32(number(0..<3))
            runner.machine.cancelOrphans(of: runner.store) { $0 != child }
            runner.settle()
        case 12:
            let wanted = (0..<number(0..<3)).map { _ in (Int32(number(10..<13)), Int32(number(0..<2))) }
            runner.updateActive(wanted)
        default:
            if let effect, runner.machine[effect].scope != 0, number(0..<3) == 0 {
                runner.machine.cancel(scope: runner.machine[effect].scope)
                runner.settle()
            }
        }
    }

    private func isCommand(_ effect: EffectHandle) -> Bool { runner.machine[effect].kind == .command }

    private mutating func flow(_ depth: Int) -> TestFlow {
        let policies = [Policy.concurrent, .latest, .first, .queue, .limit(2), .limit(3)]
        let policy = policies[number(0..<policies.count)]
        let (name, time) = (Int32(number(0..<4)), Int64(number(0..<5)))
        switch number(0..<(depth == 0 ? 5 : 14)) {
        case 0...2:
            let retry = Retry.times(number(0..<3), delay: .nanoseconds(time), factor: 2)
            return .command(
                name: name, policy, retry, timeout: number(0..<2) == 0 ? time : -1, child: Int32(number(-1..<3)))
        case 3: return .cancel(name: name)
        case 4: return .cancelCommands(type: name % 2)
        case 5: return .delay(name: name, policy, time, flow(depth - 1))
        // One name for all intervals, so that the log need not distinguish them.
        case 6: return .throttle(name: 20, time, latest: number(0..<2) == 0, flow(depth - 1))
        case 7, 8: return .sequence((0..<number(1..<4)).map { _ in flow(depth - 1) })
        case 9, 10: return .merge([flow(depth - 1), flow(depth - 1)])
        case 11: return .group(name: name, policy, .plain, child: Int32(number(-1..<3)), flow(depth - 1))
        default:
            let runners = (0..<2).map { _ in
                TestFlow.group(name: 0, .concurrent, .runner, child: -1, flow(depth - 1))
            }
            return .group(name: name, policy, number(0..<3) > 0 ? .race : .all, child: -1, .merge(runners))
        }
    }
}
