import Millrace
import TestSupport
import Testing

@Suite("The effect machine needs no types, tasks or clock")
struct EffectMachineTests {
    let runner = MachineRunner()

    private func open() -> Int32 { runner.machine.openScope() }

    // MARK: Policies

    @Suite("Policies")
    struct PolicyTests {
        let runner = MachineRunner()

        @Test("concurrent: all commands run")
        func concurrent() {
            for _ in 0..<3 { runner.start(1) }
            #expect(runner.effects(in: .running) == [0, 1, 2])
        }

        @Test("latest: a new command cancels all running and waiting ones")
        func latest() {
            runner.start(1, .queue)
            runner.start(1, .queue)
            runner.start(1, .latest)
            #expect(runner.takeLog() == ["run 0", "stop 0", "stop 1", "run 2"])
            #expect(runner.effects(in: .running) == [2])
        }

        @Test("first: a second command is discarded, and its scope fails")
        func first() {
            runner.start(1, .first)
            let scope = runner.machine.openScope()
            #expect(runner.start(1, .first, scope: scope) == nil)
            #expect(runner.machine.hasFailed(scope: scope) == true)
            runner.end(runner.effects[0])
            #expect(runner.start(1, .first) != nil)
        }

        @Test("queue: one command runs, and the others follow in order")
        func queue() {
            for _ in 0..<3 { runner.start(1, .queue) }
            #expect(runner.effects(in: .waiting) == [1, 2])
            runner.end(runner.effects[0])
            runner.cancel(runner.effects[0])
            #expect(runner.takeLog() == ["run 0", "end 0", "run 1", "stop 1", "run 2"])
        }

        @Test("limit: at most that many commands run, and the others start in order", arguments: [0, 1, 2, 3, 5])
        func limit(_ number: Int) {
            var generator = SeededGenerator(seed: UInt64(number))
            let most = max(1, number)
            for _ in 0..<60 {
                if Bool.random(using: &generator) {
                    runner.start(1, .limit(number))
                } else if let effect = runner.effects.randomElement(using: &generator) {
                    if Bool.random(using: &generator) { runner.cancel(effect) } else { runner.end(effect) }
                }
                let (running, waiting) = (runner.effects(in: .running), runner.effects(in: .waiting))
                #expect(running.count <= most)
                #expect(waiting.isEmpty || running.count == most)
                #expect(running + waiting == (running + waiting).sorted())
            }
            let started = runner.takeLog().filter { $0.hasPrefix("run") }.compactMap { Int($0.dropFirst(4)) }
            #expect(started == started.sorted())
            #expect(started.count >= 10)
        }

        @Test("limit: each request's own limit applies")
        func limits() {
            runner.start(1, .limit(1))
            runner.start(1, .limit(2))
            runner.start(1, .limit(2))
            runner.start(1, .queue)
            #expect(runner.effects(in: .running) == [0, 1])
            runner.end(runner.effects[0])
            #expect(runner.effects(in: .running) == [1, 2])
            runner.end(runner.effects[0])
            // The last command must run alone, so it waits for all others.
            #expect(runner.effects(in: .waiting) == [3])
            runner.end(runner.effects[0])
            #expect(runner.effects(in: .running) == [3])
        }

        @Test("different names are independent, and so are equal names of different stores")
        func names() {
            runner.start(1, .queue)
            runner.start(2, .queue)
            var request = EffectMachine.Request(.command, flow: 9, store: runner.machine.openStore(), scope: 0)
            (request.name, request.policy) = (1, .queue)
            let effect = runner.machine.start(request)
            #expect(runner.effects(in: .running) == [0, 1])
            #expect(effect.map { runner.machine[$0].stage } == .requested)
            runner.machine.cancel(name: 1, of: runner.store)
            runner.settle()
            #expect(runner.effects(in: .running) == [1])
            #expect(effect.map { runner.machine.isLive($0) } == true)
        }

        @Test("a cancellation by name includes the waiting commands, and none of them starts")
        func cancel() {
            for _ in 0..<3 { runner.start(1, .queue) }
            _ = runner.takeLog()
            runner.perform(.cancel(name: 1))
            #expect(runner.takeLog() == ["stop 0", "stop 1", "stop 2", "ended"])
            #expect(runner.machine.isInUse(1, of: runner.store) == false)
        }
    }

    // MARK: Retries and timeouts

    @Test("a failed command is retried after growing delays, and the last failure ends it")
    func retries() throws {
        let effect = try #require(runner.start(retry: .times(2, delay: .nanoseconds(10), factor: 3)))
        #expect(runner.accepts(effect) == [1])
        runner.end(effect, hasFailed: true)
        #expect(runner.accepts(effect) == [])
        #expect(runner.machine[effect].stage == .pausing)
        runner.fire(effect, .wait)
        #expect(runner.accepts(effect) == [2])
        runner.end(effect, hasFailed: true)
        runner.fire(effect, .wait)
        runner.end(effect, hasFailed: true)
        #expect(
            runner.takeLog() == ["run 0", "schedule 0 wait 10", "run 0", "schedule 0 wait 30", "run 0", "end 0"])
    }

    @Test("a cancelled retry delay leaves no timer")
    func cancelledPause() throws {
        let effect = try #require(runner.start(retry: .times(1, delay: .nanoseconds(10))))
        runner.end(effect, hasFailed: true)
        runner.cancel(effect)
        #expect(runner.takeLog() == ["run 0", "schedule 0 wait 10", "unschedule 0 wait", "stop 0"])
        let firing = runner.machine.fire(effect, .wait)
        #expect(firing == .none)
    }

    @Test(
        "an invalid factor gives no delay between attempts",
        arguments: [-1, -1e300, .nan, .infinity, 1e300] as [Double])
    func factor(_ factor: Double) throws {
        let effect = try #require(runner.start(retry: .times(3, delay: .zero, factor: factor)))
        for _ in 0..<2 {
            runner.end(effect, hasFailed: true)
            runner.fire(effect, .wait)
        }
        #expect(runner.takeLog().filter { $0.hasPrefix("schedule") } == ["schedule 0 wait 0", "schedule 0 wait 0"])
    }

    @Test("a timeout lasts from the first attempt to the end, including retries")
    func timeout() throws {
        let effect = try #require(runner.start(retry: .times(1, delay: .nanoseconds(1)), timeout: 7))
        runner.end(effect, hasFailed: true)
        runner.fire(effect, .wait)
        #expect(runner.takeLog() == ["run 0", "schedule 0 timeout 7", "schedule 0 wait 1", "run 0"])
        runner.fire(effect, .timeout)
        #expect(runner.takeLog() == ["timeout 0", "end 0"])
        let other = try #require(runner.start(timeout: 7))
        runner.end(other)
        #expect(runner.takeLog() == ["run 1", "schedule 1 timeout 7", "unschedule 1 timeout", "end 1"])
    }

    @Test("a waiting command has no timeout yet")
    func waitingTimeout() {
        runner.start(1, .queue)
        runner.start(1, .queue, timeout: 7)
        #expect(runner.takeLog() == ["run 0"])
        runner.end(runner.effects[0])
        #expect(runner.takeLog() == ["end 0", "run 1", "schedule 1 timeout 7"])
    }

    // MARK: Delays and throttles

    private let command = TestFlow.command(name: 0, .concurrent, .never, timeout: -1, child: -1)

    @Test("a delay performs its flow in its scope, and then ends")
    func delay() throws {
        runner.perform(.delay(name: 0, .concurrent, 5, command))
        #expect(runner.takeLog() == ["schedule 0 wait 5"])
        runner.fire(try #require(runner.effect("0")), .wait)
        #expect(runner.takeLog() == ["perform 0", "run 1"])
        runner.end(try #require(runner.effect("1")))
        #expect(runner.takeLog() == ["end 1", "ended"])
    }

    @Test("a debounce replaces the pending delay")
    func debounce() {
        for _ in 0..<2 { runner.perform(.delay(name: 1, .latest, 5, command)) }
        #expect(
            runner.takeLog() == [
                "schedule 0 wait 5", "discard 0", "unschedule 0 wait", "stop 0", "ended with a failure",
                "schedule 1 wait 5",
            ])
    }

    @Test("a throttle performs the first flow at once, and the newest at the end of the interval")
    func throttle() throws {
        for _ in 0..<3 { runner.perform(.throttle(name: 1, 5, latest: true, command)) }
        // The second flow counts as cancelled.
        #expect(
            runner.takeLog() == ["schedule interval wait 5", "run 1", "discard 2", "ended with a failure"])
        let interval = try #require(runner.effect("interval"))
        runner.fire(interval, .wait)
        #expect(runner.takeLog() == ["perform 3", "schedule interval wait 5", "run 4"])
        runner.fire(interval, .wait)
        #expect(runner.takeLog() == ["over interval"])
        #expect(runner.machine.isInUse(1, of: runner.store) == false)
    }

    @Test("a throttle without `latest` discards further flows, which count as cancelled")
    func throttleFirst() {
        for _ in 0..<2 { runner.perform(.throttle(name: 1, 5, latest: false, .sequence([]))) }
        #expect(
            runner.takeLog() == ["schedule interval wait 5", "ended", "discard 1", "ended with a failure"])
    }

    // MARK: Sequences

    @Test("a link starts when everything in the previous link has ended")
    func sequence() throws {
        runner.perform(.sequence([.merge([command, command]), command]))
        #expect(runner.effects(in: .running) == [0, 1])
        runner.end(try #require(runner.effect("1")))
        #expect(runner.effects(in: .running) == [0])
        runner.end(try #require(runner.effect("0")))
        #expect(runner.takeLog() == ["run 0", "run 1", "end 1", "end 0", "proceed 0", "run 2"])
        runner.end(try #require(runner.effect("2")))
        #expect(runner.takeLog() == ["end 2", "ended"])
    }

    @Test("a failure passes to all following links and to the whole sequence", arguments: [true, false])
    func failedSequence(_ isCancelled: Bool) throws {
        // Of four links, the last but one is performed after a failure: its number from the end is odd.
        runner.perform(.sequence([command, command, command, command]))
        let effect = try #require(runner.effect("0"))
        if isCancelled { runner.cancel(effect) } else { runner.end(effect, hasFailed: true) }
        #expect(
            runner.takeLog() == [
                "run 0", isCancelled ? "stop 0" : "end 0", "proceed 0 after a failure", "run 1",
            ])
        #expect(runner.machine[try #require(runner.effect("1"))].scope != 0)
        runner.end(try #require(runner.effect("1")))
        #expect(runner.takeLog().last == "ended with a failure")
    }

    @Test("the next link follows without a step if a link ends at once")
    func immediateLink() throws {
        let scope = open()
        let started = runner.machine.startSequence(4, count: 2, scope: scope)
        let first = try #require(started)
        let hasEnded = runner.machine.didPerform(first)
        let next = runner.machine.proceed(after: first.scope)
        let last = try #require(next)
        #expect(hasEnded && last.flow == 4 && last.link == 1 && last.scope == scope)
        #expect(!last.isAfterFailure && last.isLast)
        #expect(runner.machine.hasSteps == false)
        _ = runner.machine.didPerform(last)
        runner.machine.release(scope)
        runner.settle()
        #expect(runner.takeLog() == ["ended"])
    }

    @Test("a sequence without a parent scope works too")
    func scopeless() throws {
        let started = runner.machine.startSequence(4, count: 2, scope: 0)
        let first = try #require(started)
        runner.machine.fail(first.scope)
        let hasEnded = runner.machine.didPerform(first)
        let next = runner.machine.proceed(after: first.scope)
        let last = try #require(next)
        #expect(hasEnded && last.isAfterFailure)
        _ = runner.machine.didPerform(last)
        #expect(runner.machine.scopes.count == runner.machine.freeScopes.count + 1)
    }

    // MARK: Scopes

    @Test("a scope without effects and failures is freed without a step")
    func unused() {
        let parent = runner.machine.openScope()
        let scope = runner.machine.openScope(parent: parent)
        #expect(runner.machine.closeIfUnused(scope: parent) == false)
        #expect(runner.machine.closeIfUnused(scope: scope) == true)
        runner.machine.fail(parent)
        #expect(runner.machine.closeIfUnused(scope: parent) == false)
        #expect(runner.machine.hasSteps == false)
        runner.machine.release(parent)
        runner.settle()
        #expect(runner.takeLog() == ["ended with a failure"])
        #expect(runner.machine.scopes.count == runner.machine.freeScopes.count + 1)
    }

    @Test("a scope ends after everything in it, and fails if anything in it failed")
    func scopes() throws {
        let (outer, inner) = (open(), runner.machine.openScope())
        runner.machine.join(inner, outer)
        let effect = try #require(runner.start(scope: inner))
        runner.machine.release(inner)
        runner.machine.release(outer)
        runner.settle()
        #expect(runner.takeLog() == ["run 0"])
        runner.end(effect, hasFailed: true)
        #expect(runner.takeLog() == ["end 0", "ended with a failure", "ended with a failure"])
    }

    @Test("cancelling a scope cancels everything in it, and discards what starts in it later")
    func cancelledScope() {
        let (outer, inner) = (open(), runner.machine.openScope())
        runner.machine.join(inner, outer)
        runner.start(scope: inner)
        runner.start(1, .queue, scope: outer)
        runner.start(1, .queue)
        _ = runner.takeLog()
        runner.machine.cancel(scope: outer)
        runner.settle()
        #expect(runner.start(scope: inner) == nil)
        #expect(runner.takeLog() == ["stop 1", "stop 0", "run 2", "discard 3"])
        runner.machine.release(inner)
        runner.machine.release(outer)
        runner.settle()
        #expect(runner.takeLog() == ["ended with a failure", "ended with a failure"])
    }

    @Test("a scope that joins a cancelled one is cancelled")
    func lateScope() {
        let outer = open()
        runner.machine.cancel(scope: outer)
        let inner = runner.machine.openScope(parent: outer)
        #expect(runner.machine.isCancelled(scope: inner) == true)
    }

    @Test("an effect moves to its own scope, which waits for the end of the effect")
    func narrow() throws {
        let outer = open()
        let effect = try #require(runner.start(scope: outer))
        let inner = runner.machine.openScope(parent: outer)
        runner.machine.move(effect, to: inner)
        runner.machine.release(inner)
        runner.machine.release(outer)
        runner.end(effect)
        #expect(runner.takeLog() == ["run 0", "end 0", "ended", "ended"])
    }

    // MARK: Held events

    @Test("a natural end waits for the events that middleware holds, but a cancellation does not")
    func heldEvents() throws {
        let effect = try #require(runner.start(timeout: 7))
        runner.machine.holdEvent(of: effect)
        runner.machine.holdEvent(of: effect)
        runner.end(effect)
        // No timeout is pending while the end waits.
        #expect(runner.takeLog() == ["run 0", "schedule 0 timeout 7", "unschedule 0 timeout"])
        #expect(runner.accepts(effect) == [])
        runner.releaseEvent(effect)
        #expect(runner.machine.isLive(effect) == true)
        runner.releaseEvent(effect)
        #expect(runner.takeLog() == ["end 0"])
        let other = try #require(runner.start())
        runner.machine.holdEvent(of: other)
        runner.end(other)
        runner.cancel(other)
        #expect(runner.takeLog() == ["run 1", "stop 1"])
        let hasEnded = runner.machine.releaseEvent(of: other)
        #expect(!hasEnded)
    }

    // MARK: Children

    @Test("the effects of a removed child are cancelled, and those of other children are not")
    func children() {
        #expect(runner.machine.hasChildren(runner.store) == false)
        for child in [1, 2, 1, -1] as [Int32] { runner.start(1, .limit(2), child: child) }
        _ = runner.takeLog()
        runner.machine.cancelOrphans(of: runner.store) { $0 != 1 }
        runner.settle()
        #expect(runner.takeLog() == ["stop 0", "stop 2", "run 3"])
        runner.end(runner.effects[0])
        #expect(runner.machine.hasChildren(runner.store) == false)
    }

    // MARK: Active commands

    @Test("active commands start and are cancelled by comparison with the previous ones")
    func active() throws {
        runner.updateActive([(1, 1), (2, 1)])
        // The first request with a name counts. An equal request changes nothing.
        runner.updateActive([(1, 1), (2, 2), (2, 1)])
        #expect(
            runner.takeLog() == [
                "run 0", "run 1", "stop 1", "ended with a failure", "release 1", "release 2", "release 4", "run 3",
            ])
        runner.updateActive([(2, 2)])
        #expect(runner.effects(in: .running) == [3])
        // A command that ended by itself is not started again.
        runner.end(try #require(runner.effect("3")))
        runner.updateActive([(2, 2)])
        #expect(runner.effects.isEmpty)
        #expect(runner.machine.isEmpty == false)
        runner.machine.forgetActive { _ in true }
        runner.updateActive([(2, 2)])
        #expect(runner.effects(in: .running).count == 1)
        runner.updateActive([])
        #expect(runner.machine.isEmpty == true)
    }

    @Test("a cancellation by name does not affect active commands")
    func activeNames() {
        runner.updateActive([(1, 1)])
        runner.machine.cancel(name: 1, of: runner.store)
        runner.settle()
        #expect(runner.effects(in: .running) == [0])
    }

    // MARK: Stores

    @Test("closing a store cancels all of its effects, and waiting commands never start")
    func closeStore() {
        for _ in 0..<3 { runner.start(1, .queue) }
        runner.updateActive([(1, 1)])
        runner.perform(.delay(name: 0, .concurrent, 5, command))
        _ = runner.takeLog()
        runner.machine.closeStore(runner.store)
        runner.settle()
        let log = runner.takeLog()
        #expect(log.filter { $0.hasPrefix("run") }.isEmpty)
        #expect(Set(log.filter { $0.hasPrefix("stop") }) == ["stop 0", "stop 1", "stop 2", "stop 3", "stop 4"])
        #expect(runner.machine.isEmpty == true)
        let scope = open()
        #expect(runner.start(scope: scope) == nil)
        #expect(runner.machine.hasFailed(scope: scope) == true)
    }

    @Test("the number of a freed store is reused")
    func freeStore() {
        runner.machine.closeStore(runner.store)
        runner.machine.freeStore(runner.store)
        let store = runner.machine.openStore()
        #expect(store == runner.store)
        #expect(runner.start() != nil)
    }

    // MARK: After the end

    @Test("nothing remains when everything has ended", arguments: 1...20)
    func nothingLeft(_ seed: UInt64) {
        var program = RandomProgram(seed: seed)
        program.run(inputs: 200)
        let machine = program.runner
        machine.machine.closeStore(machine.store)
        machine.settle()
        #expect(machine.machine.isEmpty == true)
        #expect(machine.machine.stores[machine.store].effects.isEmpty)
        #expect(machine.timers.isEmpty)
        #expect(machine.machine.hasChildren(machine.store) == false)
        // No scope and no queue remains either.
        #expect(machine.machine.scopes.count == machine.machine.freeScopes.count + 1)
        #expect(machine.machine.queueNumbers.count == 0)
    }

    @Test(
        "every first command of a flow ends, is cancelled or is discarded with its flow, exactly once",
        arguments: 1...60)
    func firstCommands(_ seed: UInt64) {
        var program = RandomProgram(seed: seed)
        program.run(inputs: 200)
        let runner = program.runner
        #expect(runner.requestedCount >= runner.endedCount && runner.endedCount > 50)
        while let effect = runner.effects.first { runner.cancel(effect) }
        #expect(runner.requestedCount == runner.endedCount)
    }

    @Test("a handle of an ended effect is invalid, even if its slot is reused")
    func handles() throws {
        let old = try #require(runner.start())
        runner.end(old)
        let new = try #require(runner.start())
        #expect(new.slot == old.slot && new != old)
        #expect(runner.machine.isLive(old) == false)
        #expect(runner.accepts(old) == [])
        runner.cancel(old)
        #expect(runner.machine.isLive(new) == true)
        #expect(runner.machine.isLive(.none) == false)
        #expect(runner.machine.isLive(EffectHandle(slot: 99, generation: 0)) == false)
    }
}
