import Foundation
import Millrace
import MillraceExtras
import MillraceHistory
import Testing

/// One run of a program, on an engine of its own.
@MainActor final class ProgramRun<R: ProgramReducer> {
    private let program: Program
    private let fixture = EngineFixture()
    private var engine: Engine { fixture.engine }
    private var store: Store<R>?
    private var receipts: [Receipt] = []
    /// The replies of endless commands, until they are released.
    private var replies: [Reply<Programs.Endless>] = []
    private var result = ProgramLog()
    private var decisions: RandomDecisions?
    private var history: History?
    /// How many more side effects handlers may perform, so that every program ends.
    private var sideEffectsLeft = 200

    init(_ program: Program, with attached: Attachments) {
        self.program = program
        engine.usesFastPath = !attached.contains(.generalPath)
        if attached.contains(.history) { history = fixture.record(upTo: 100_000) }
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
        let store = Store(R.initialState, R(), on: engine)
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
        result.records = history?.records.map(\.line) ?? []
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

    private func observe(_ store: Store<R>) {
        store.subscribe(to: \.reduced.count) { [unowned self] in
            log("observed \($0)")
            if $0 == 7 { self.store?.send(Script(id: 10_007)) }
        }
        store.onOutput { [unowned self] in log("output \($0)") }
        engine.listen(to: Programs.Posted.self) { [unowned self] in
            log("fact \($0.id)")
            if $0.id.isMultiple(of: 5) { self.store?.send(Script(id: 20_000 + $0.id)) }
        }
    }

    private func attachObservers(to store: Store<R>) {
        store.subscribe(to: \.reduced.count) { _ in }
        store.subscribe(to: { $0.reduced.last }) { _ in }
        store.subscribe { _ in }
    }

    private func handleCommands() {
        engine.handle(Programs.Plain.self) { [unowned self] command in try answer(command.work) }
        engine.handle(Programs.Async.self) { [unowned self] command async throws(any Error) in
            try self.answer(command.work)
        }
        engine.handle(Programs.Calling.self) {
            [unowned self] (command: Programs.Calling, reply: Reply<Programs.Calling>) in
            do { reply.finish(with: try answer(command.work)) } catch { reply.fail(error) }
        }
        engine.handle(Programs.Endless.self) {
            [unowned self] (command: Programs.Endless, reply: Reply<Programs.Endless>) in
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
        case .listen: engine.listen(to: Programs.Plain.self) { [unowned self] in log("event \($0)") }
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
            keep(store?.perform(R.flow(of: step)), from: origin)
        case .post(let id):
            noteInput("post", from: origin)
            engine.post(Programs.Posted(id: id))
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
    private var reply: Reply<Programs.Endless>?

    init(_ reply: Reply<Programs.Endless>) { self.reply = reply }

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

extension Reply<Programs.Endless> {
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
