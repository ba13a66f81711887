import MillraceExtras
import Millrace
import MillraceTesting
import TestSupport
import Testing

@Suite("Saving and loading an effect machine")
struct SavedMachineTests {
    @Test("a loaded machine equals the saved one, and makes the same decisions", arguments: 1...UInt64(repetitions(60)))
    func roundTrip(_ seed: UInt64) throws {
        var (plain, saved) = (RandomProgram(seed: seed), RandomProgram(seed: seed))
        plain.run(inputs: 120)
        var thrown: (any Error)?
        saved.run(inputs: 120) { runner in
            let words = runner.machine.save()
            do {
                runner.machine = try EffectMachine(loading: words)
            } catch {
                thrown = error
            }
            #expect(runner.machine.save() == words)
        }
        #expect(thrown == nil)
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
        var loaded = try EffectMachine(loading: machine.save())
        var steps: [EffectMachine.Step] = []
        while let step = loaded.nextStep() { steps.append(step) }
        #expect(steps == [.discard(flow: 3, child: -1), .unschedule(effect, .wait), .stop(effect), .ended(1)])
    }

    @Test("an empty machine and a machine with a closed store are saved")
    func empty() throws {
        var machine = EffectMachine()
        let words = machine.save()
        let again = try EffectMachine(loading: words).save()
        #expect(again == words)
        machine.closeStore(machine.openStore())
        machine.freeStore(0)
        var loaded = try EffectMachine(loading: machine.save())
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

    // MARK: Other words

    @Test("words of another version cannot be loaded")
    func version() {
        var words = EffectMachine().save()
        words[0] += 1
        #expect(throws: EffectMachine.LoadingError.unknownVersion(words[0])) { _ = try EffectMachine(loading: words) }
        #expect(throws: EffectMachine.LoadingError.wrongLength) { _ = try EffectMachine(loading: []) }
    }

    @Test("too few or too many words cannot be loaded", arguments: 1...10)
    func truncated(_ seed: UInt64) {
        var program = RandomProgram(seed: seed)
        program.run(inputs: 80)
        let words = program.runner.machine.save()
        for count in words.indices {
            #expect(throws: EffectMachine.LoadingError.self) {
                _ = try EffectMachine(loading: Array(words.prefix(count)))
            }
        }
        #expect(throws: EffectMachine.LoadingError.wrongLength) { _ = try EffectMachine(loading: words + [0]) }
    }

    @Test(
        "changed words cannot be loaded, or give a machine that does not trap", arguments: 1...UInt64(repetitions(40)))
    func garbage(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var program = RandomProgram(seed: seed)
        program.run(inputs: 60)
        let words = program.runner.machine.save()
        var refused = 0
        for _ in 0..<400 {
            var changed = words
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 1..<words.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: changed[place] = Int64.random(in: .min ... .max, using: &generator)
                case 1: changed[place] ^= 1 << Int64.random(in: 0..<64, using: &generator)
                case 2: changed[place] &+= Int64.random(in: -2...2, using: &generator)
                case 3: changed[place] = words.randomElement(using: &generator) ?? 0
                default: changed[place] = [0, -1, .min, .max].randomElement(using: &generator) ?? 0
                }
            }
            do {
                var machine = try EffectMachine(loading: changed)
                exercise(&machine, &generator)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 100)
    }

    /// Performs random inputs on a machine. The machine can decide anything.
    private func exercise(_ machine: inout EffectMachine, _ generator: inout SeededGenerator) {
        _ = machine.canonicalForm()
        let words = machine.save()
        let again = (try? EffectMachine(loading: words).save()) ?? []
        #expect(again == words)
        for slot in 0..<Int32(machine.effects.count) {
            let effect = machine.handle(slot)
            guard machine.isLive(effect) else { continue }
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                if machine.end(effect) {
                    machine.release(machine[effect].scope)
                    machine.free(effect)
                }
            case 1: if machine.retries(effect) { machine.pause(effect, for: .seconds(1)) }
            case 2: _ = machine.fire(effect, .wait)
            case 3: machine.cancel(name: machine[effect].name, of: machine[effect].store)
            default: machine.cancel(effect)
            }
            drain(&machine)
        }
        for store in 0..<Int32(machine.stores.count) { machine.closeStore(store) }
        drain(&machine)
    }

    private func drain(_ machine: inout EffectMachine) {
        for _ in 0..<10_000 {
            guard let step = machine.nextStep() else { return }
            switch step {
            case .run(let effect): if machine.isLive(effect) { machine.beginAttempt(effect) }
            case .stop(let effect): machine.free(effect)
            case .proceed(let scope): if let next = machine.proceed(after: scope) { _ = machine.didPerform(next) }
            case .ended(let scope): machine.close(scope)
            case .perform(let group): if let part = machine.open(group) { _ = machine.didPerform(part) }
            case .schedule, .unschedule, .discard, .release: break
            }
        }
    }
}

@Suite("Canonical form of an effect machine")
struct CanonicalFormTests {
    @Test("a machine loaded from the form makes the same decisions", arguments: 1...UInt64(repetitions(60)))
    func decidesTheSame(_ seed: UInt64) throws {
        var (plain, canonical) = (RandomProgram(seed: seed), RandomProgram(seed: seed))
        plain.run(inputs: 120)
        var thrown: (any Error)?
        canonical.run(inputs: 120) { runner in
            let form = runner.machine.canonicalForm()
            do {
                runner.machine = try EffectMachine(loading: form)
            } catch {
                thrown = error
            }
            #expect(runner.machine.canonicalForm() == form)
        }
        #expect(thrown == nil)
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
