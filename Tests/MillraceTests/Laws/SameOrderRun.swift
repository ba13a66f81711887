import MillraceInspection
import MillraceExtras
import MillraceHistory
import Foundation
import Millrace
import Testing

/// One run of a program, on an engine of its own.
@MainActor final class ProgramRun {
    private let program: Program
    private let fixture = EngineFixture()
    private var engine: Engine { fixture.engine }
    private var store: Store<ScriptReducer>?
    private var receipts: [Receipt] = []
    /// The replies of endless commands, until they are released.
    private var replies: [Reply<Endless>] = []
    private var result = ProgramLog()
    private var decisions: RandomDecisions?
    /// How many more side effects handlers may perform, so that every program ends.
    private var sideEffectsLeft = 200

    init(_ program: Program, with attached: Attachments) {
        self.program = program
        engine.usesFastPath = !attached.contains(.generalPath)
        if attached.contains(.history) { _ = fixture.record(upTo: 100_000) }
        if attached.contains(.middleware) { engine.middleware = [.log({ _ in })] }
        if attached.contains(.decisions) {
            let decisions = RandomDecisions(seed: UInt64(program.groups.count), engine) { [unowned self] in log($0) }
            engine.middleware.append(decisions)
            self.decisions = decisions
        }
        engine.onFault = { [unowned self] in
            if $0.kind == .unhandledFailure {
                result.timing.append("unhandledFailure")
            } else {
                log("fault \($0.kind)")
            }
        }
        handleCommands()
        let store = Store(ScriptReducer.State(), ScriptReducer(), on: engine)
        self.store = store
        if program.isObserved { observe(store) }
        if attached.contains(.observers) { attachObservers(to: store) }
        if attached.contains(.worker) { store.work { _, _ in .none } }
    }

    /// Runs the program to its end.
    func log() async throws -> ProgramLog {
        for group in program.groups {
            guard store != nil else { break }
            for input in group { perform(input, from: "") }
            note("group")
            // Lets the tasks of asynchronous handlers run.
            await nextJob()
            perform(.advance(seconds: 1), from: "")
            note("later")
        }
        decisions?.end()
        fixture.time.advance(by: .seconds(100))
        store = nil
        note("end")
        // Unhandled failures are reported as the actor's next job, and before the receipts below are awaited.
        await nextJob()
        for receipt in receipts {
            do {
                try await receipt.finishedInTime()
                result.timing.append("done")
            } catch is CancellationError {
                result.timing.append("cancelled")
            } catch {
                result.timing.append("failed \(error)")
            }
        }
        engine.shutdown()
        return result
    }

    private func log(_ line: String) { result.lines.append(line) }

    /// Notes an input for the coverage. The log omits it: a reply on the engine's own actor is processed at once or with the
    /// next input.
    private func noteInput(_ name: String, from origin: String) { result.inputs.insert(origin + name) }

    /// Logs the state. Reading the resource counts processes pending messages, so a group of inputs has no note within it.
    private func note(_ what: String) {
        result.timing.append("\(what) effects \(engine.resources.effects)")
        let state = store.map { "\($0.state.reduced)" } ?? "none"
        log("\(what) \(state) discarded \(engine.discardedResultCount)")
    }

    // MARK: Observers and handlers

    private func observe(_ store: Store<ScriptReducer>) {
        store.subscribe(to: \.reduced.count) { [unowned self] in
            log("observed \($0)")
            if $0 == 7 { self.store?.send(Script(id: 10_007)) }
        }
        store.onOutput { [unowned self] in log("output \($0)") }
        engine.listen(to: Posted.self) { [unowned self] in
            log("fact \($0.id)")
            if $0.id.isMultiple(of: 5) { self.store?.send(Script(id: 20_000 + $0.id)) }
        }
    }

    private func attachObservers(to store: Store<ScriptReducer>) {
        store.subscribe(to: \.reduced.count) { _ in }
        store.subscribe(to: { $0.reduced.last }) { _ in }
        store.subscribe { _ in }
    }

    private func handleCommands() {
        engine.handle(Plain.self) { [unowned self] command in try answer(command.work) }
        engine.handle(Async.self) { [unowned self] command async throws(any Error) in try self.answer(command.work) }
        engine.handle(Calling.self) { [unowned self] (command: Calling, reply: Reply<Calling>) in
            do { reply.finish(with: try answer(command.work)) } catch { reply.fail(error) }
        }
        engine.handle(Endless.self) { [unowned self] (command: Endless, reply: Reply<Endless>) in
            replies.append(reply)
            do { _ = try answer(command.work) } catch { reply.fail(error) }
        }
    }

    /// Performs the side effect of `work`, and returns the handler's answer.
    private func answer(_ work: HandlerWork) throws -> Int {
        log("handler \(work.id)")
        sideEffectsLeft -= 1
        switch work.sideEffect {
        case .nothing: break
        case .fail: throw Oops()
        case .listen: engine.listen(to: Plain.self) { [unowned self] in log("event \($0)") }
        case .cancelReceipt: receipts.last?.cancel()
        case .releaseStore:
            store = nil
            log("released")
        case .input(let input): if sideEffectsLeft > 0 { perform(input, from: "handler.") }
        }
        return work.id
    }

    // MARK: Inputs

    /// - Parameter origin: The origin of the input, as the log names it.
    private func perform(_ input: ProgramInput, from origin: String) {
        switch input {
        case .send(let script):
            noteInput("send", from: origin)
            keep(store?.send(script), from: origin)
        case .perform(let step):
            noteInput("perform", from: origin)
            keep(store?.perform(step.flow), from: origin)
        case .post(let id):
            noteInput("post", from: origin)
            engine.post(Posted(id: id))
        case .advance(let seconds):
            noteInput("advance", from: origin)
            fixture.time.advance(by: .seconds(seconds))
        case .subscribe(let script): subscribe(sending: script, from: origin)
        case .answer(let number, let kind, let onThread): answer(number, kind, onThread: onThread, from: origin)
        case .cancelReceipt(let number, let onThread): cancelReceipt(number, onThread: onThread)
        }
    }

    private func keep(_ receipt: Receipt?, from origin: String) {
        if let receipt, origin.isEmpty { receipts.append(receipt) }
    }

    private func subscribe(sending script: Script, from origin: String) {
        noteInput("subscribe", from: origin)
        var isFirst = true
        store?.subscribe(to: \.reduced.count) { [unowned self] in
            if isFirst { store?.send(script) }
            log("\(isFirst ? "first" : "another") \($0)")
            isFirst = false
        }
    }

    private func cancelReceipt(_ number: Int, onThread: Bool) {
        guard !receipts.isEmpty else { return }
        let receipt = receipts[number % receipts.count]
        noteInput("receipt.cancel", from: onThread ? "detached." : "")
        if onThread { onAnotherThread { receipt.cancel() } } else { receipt.cancel() }
    }

    private func answer(_ number: Int, _ kind: ReplyAnswer, onThread: Bool, from origin: String) {
        guard !replies.isEmpty else { return }
        let index = number % replies.count
        noteInput(kind.name, from: onThread ? "detached." : origin)
        if case .release = kind {
            // The box keeps the only reference to the reply, so its `release()` releases the reply.
            let box = ReplyBox(replies.remove(at: index))
            if onThread { onAnotherThread { box.release() } } else { box.release() }
        } else {
            let reply = replies[index]
            if onThread { onAnotherThread { reply.answer(kind) } } else { reply.answer(kind) }
        }
    }
}

/// Keeps one reply until `release()`.
private final class ReplyBox: @unchecked Sendable {
    // Safe: the test joins the releasing thread before it continues.
    private var reply: Reply<Endless>?

    init(_ reply: Reply<Endless>) { self.reply = reply }

    func release() { reply = nil }
}

extension ReplyAnswer {
    fileprivate var name: String {
        switch self {
        case .data: "data"
        case .finish: "finish"
        case .fail: "fail"
        case .cancel: "cancel"
        case .release: "release"
        }
    }
}

extension Reply<Endless> {
    fileprivate func answer(_ kind: ReplyAnswer) {
        switch kind {
        case .data(let number): data(number)
        case .finish(let number?): finish(with: number)
        case .finish(nil): finish()
        case .fail: fail(Oops())
        case .cancel: cancel()
        case .release: break
        }
    }
}

private struct Posted: Fact { let id: Int }
private struct Plain: Command { typealias Output = Int; let work: HandlerWork }
private struct Async: Command { typealias Output = Int; let work: HandlerWork }
private struct Calling: Command { typealias Output = Int; let work: HandlerWork }
private struct Endless: Command { typealias Output = Int; let work: HandlerWork }

/// Performs the steps of its actions, and keeps the numbers of the actions that it has reduced.
private struct ScriptReducer: Reducer {
    struct State { var reduced: [Int] = [] }
    typealias Output = Int

    func reduce(_ state: inout State, _ script: Script) -> Flow<Self> {
        state.reduced.append(script.id)
        return .merge(script.steps.map(\.flow))
    }

    /// An event, as an action without a flow.
    static func script<C>(of event: Event<C>) -> Script {
        switch event {
        case .progress: Script(id: -1)
        case .data(let output): Script(id: -10 - (output as? Int ?? 0))
        case .failure(let error): Script(id: error is TimedOut ? -3 : -2)
        }
    }
}

extension ScriptStep {
    fileprivate var flow: Flow<ScriptReducer> {
        switch self {
        case .send(let script): .send(script)
        case .plain(let work, let hasResponse):
            hasResponse ? .execute(Plain(work: work), as: ScriptReducer.script) : .execute(Plain(work: work))
        case .async(let work, let policy): .execute(Async(work: work), as: ScriptReducer.script, policy: policy)
        case .calling(let work): .execute(Calling(work: work), as: ScriptReducer.script)
        case .endless(let work, let policy, let endOptions):
            .execute(
                Endless(work: work), as: ScriptReducer.script, id: "endless", policy: policy,
                retry: endOptions == .retry ? .times(1, delay: .seconds(1)) : .never,
                timeout: endOptions == .timeout ? .after(.seconds(2)) : nil)
        case .post(let id): .post(Posted(id: id))
        case .output(let id): .output(id)
        case .cancel: .cancel("endless")
        case .after(let seconds, let step): .after(.seconds(seconds), step.flow)
        case .debounce(let seconds, let step): .debounce(.seconds(seconds), id: "debounce", step.flow)
        case .throttle(let seconds, let latest, let step):
            .throttle(.seconds(seconds), id: "throttle", latest: latest, step.flow)
        case .cancelNamed(let number): .cancel("flow \(number)")
        case .then(let first, let second): first.flow.then(second.flow)
        case .named(let number, let policy, let step): step.flow.id("flow \(number)", policy: policy)
        case .race(let first, let second): .race([first.flow, second.flow])
        case .all(let first, let second): .all([first.flow, second.flow], stopsAtFirstFailure: true)
        case .both(let first, let second): first.flow.and(second.flow)
        }
    }
}
