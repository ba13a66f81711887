import MillraceExtras
import Millrace
import MillraceTesting
import TestSupport
import Testing

@Suite("Saving and loading an effect machine")
struct SavedMachineTests {
    @Test("a loaded machine equals the saved one, and makes the same decisions", arguments: 1...UInt64(repetitions(60)))
    func roundTrip(_ seed: UInt64) {
        var (plain, saved) = (RandomProgram(seed: seed), RandomProgram(seed: seed))
        plain.run(inputs: 120)
        saved.run(inputs: 120) { runner in
            let words = runner.machine.save()
            runner.machine = EffectMachine(loading: words)
            #expect(runner.machine.save() == words)
        }
        #expect(plain.runner.log.count > 60)
        #expect(saved.runner.log == plain.runner.log)
    }

    @Test("pending steps are saved")
    func steps() throws {
        var machine = EffectMachine()
        var request = EffectMachine.Request(.delay, flow: 3, store: machine.openStore(), scope: machine.openScope())
        request.delay = 5
        let started = machine.start(request)
        let effect = try #require(started)
        _ = machine.nextStep()
        machine.cancel(effect)
        machine.release(1)
        var loaded = EffectMachine(loading: machine.save())
        var steps: [EffectMachine.Step] = []
        while let step = loaded.nextStep() { steps.append(step) }
        #expect(steps == [.discard(flow: 3, child: -1), .unschedule(effect, .wait), .stop(effect), .ended(1)])
    }

    @Test("an empty machine and a machine with a closed store are saved")
    func empty() {
        var machine = EffectMachine()
        let words = machine.save()
        let again = EffectMachine(loading: words).save()
        #expect(again == words)
        machine.closeStore(machine.openStore())
        machine.freeStore(0)
        var loaded = EffectMachine(loading: machine.save())
        let store = loaded.openStore()
        #expect(store == 0)
    }

    @Test("a copy is independent")
    func copy() {
        let runner = MachineRunner()
        runner.start(1, .queue)
        runner.start(1, .queue, timeout: 3)
        let before = runner.machine.save()
        var copy = runner.machine.copy()
        let copied = copy.save()
        #expect(copied == before)
        copy.cancel(name: 1, of: runner.store)
        while copy.hasSteps { _ = copy.nextStep() }
        #expect(runner.machine.save() == before)
        #expect(runner.machine.hasSteps == false)
        runner.end(runner.effects[0])
        #expect(runner.takeLog() == ["run 0", "end 0", "run 1", "schedule 1 timeout 3"])
        let isEmpty = copy.isEmpty
        #expect(isEmpty)
    }
}

@Suite("Canonical form of an effect machine")
struct CanonicalFormTests {
    @Test("a machine loaded from the form makes the same decisions", arguments: 1...UInt64(repetitions(60)))
    func decidesTheSame(_ seed: UInt64) {
        var (plain, canonical) = (RandomProgram(seed: seed), RandomProgram(seed: seed))
        plain.run(inputs: 120)
        canonical.run(inputs: 120) { runner in
            let form = runner.machine.canonicalForm()
            runner.machine = EffectMachine(loading: form)
            #expect(runner.machine.canonicalForm() == form)
        }
        #expect(canonical.runner.log == plain.runner.log)
    }

    @Test("the form does not depend on ended effects")
    func past() {
        let (one, other) = (MachineRunner(), MachineRunner())
        for _ in 0..<3 { one.perform(.sequence([.cancel(name: 1), .cancel(name: 2)])) }
        let scope = one.machine.openScope()
        for number in [3, 4] as [Int32] { one.startFlow(number, scope: scope) }
        one.machine.release(scope)
        // The same effects, in slots, queues and scopes that were used before.
        for number in [1, 2, 9, 3] as [Int32] {
            other.startFlow(number, name: 5)
            if let effect = other.effects.last { other.cancel(effect) }
        }
        _ = other.machine.openScope()
        let last = other.machine.openScope()
        other.startFlow(3, scope: last)
        other.startFlow(8)
        other.startFlow(4, scope: last)
        other.machine.release(last)
        other.machine.release(1)
        if let effect = other.effect("8") { other.end(effect) }
        other.settle()
        #expect(one.machine.save() != other.machine.save())
        #expect(one.machine.canonicalForm() == other.machine.canonicalForm())
    }

    @Test("the form omits an order only if it makes no difference")
    func order() {
        func form(_ flows: [Int32], _ policy: Policy, keeping: Bool) -> [Int64] {
            let runner = MachineRunner()
            for flow in flows { runner.startFlow(flow, name: 1, policy) }
            var label = CanonicalForm.Label()
            (label.keepsOrder, label.keepsQueueOrder) = (keeping, keeping)
            var form = CanonicalForm()
            form.write(runner.machine, labels: Array(repeating: label, count: flows.count))
            return form.words
        }
        #expect(form([1, 2, 3], .concurrent, keeping: false) == form([3, 1, 2], .concurrent, keeping: false))
        #expect(form([1, 2, 3], .concurrent, keeping: true) != form([3, 1, 2], .concurrent, keeping: true))
        // Queued effects keep their order.
        #expect(form([1, 2, 3], .limit(2), keeping: false) == form([2, 1, 3], .limit(2), keeping: false))
        #expect(form([1, 2, 3], .queue, keeping: false) != form([1, 3, 2], .queue, keeping: false))
    }

    @Test("the form distinguishes scopes by their contents")
    func scopes() {
        func form(_ parts: [[Int32]]) -> [Int64] {
            let runner = MachineRunner()
            for flows in parts {
                guard let part = runner.machine.startSequence(7, count: 2, scope: 0) else { continue }
                for flow in flows { runner.startFlow(flow, scope: part.scope) }
                _ = runner.machine.didPerform(part)
            }
            var label = CanonicalForm.Label()
            (label.keepsOrder, label.keepsQueueOrder) = (false, false)
            var form = CanonicalForm()
            form.write(runner.machine, labels: Array(repeating: label, count: 8))
            return form.words
        }
        #expect(form([[1, 2], [1]]) == form([[1], [2, 1]]))
        #expect(form([[1, 2], [1]]) != form([[1], [2], [1]]))
        #expect(form([[1, 2], [3]]) != form([[1, 3], [2]]))
    }
}

extension MachineRunner {
    /// Starts a command with this flow number.
    func startFlow(_ number: Int32, name: Int32 = 0, _ policy: Policy = .concurrent, scope: Int32 = 0) {
        var request = EffectMachine.Request(.command, flow: number, store: store, scope: scope)
        (request.name, request.policy) = (name, policy)
        guard let effect = machine.start(request) else { return }
        if machine[effect].stage == .requested { machine.beginAttempt(effect) }
        settle()
    }
}
