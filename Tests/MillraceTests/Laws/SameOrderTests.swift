import Millrace
import Testing

/// A turn that is the next in any case is taken at once; with middleware or a history on the engine, every message
/// passes the queue. Random programs must not be able to tell.
@MainActor struct SameOrderTests {
    @Test(
        "L2 · random programs do the same in the same order, whether messages pass the queue or not", arguments: 0..<8)
    func sameOrder(_ share: UInt64) async throws {
        for seed in share * 150..<(share + 1) * 150 {
            var dice = Dice(seed: seed)
            let program = Program(&dice)
            let plain = try await run(program) { _ in }
            let intercepted = try await run(program) { $0.engine.middleware = [PassAll()] }
            let recorded = try await run(program) { _ = $0.record(upTo: 100_000) }
            #expect(plain == intercepted, "program \(seed)")
            #expect(plain == recorded, "program \(seed)")
            if plain != intercepted || plain != recorded { return }
        }
    }

    @Test("L2 · the random programs do reach what can happen in the middle of a turn")
    func coverage() async throws {
        var seen: Set<String> = []
        for seed: UInt64 in 0..<150 {
            var dice = Dice(seed: seed)
            let program = Program(&dice)
            for line in try await run(program, { _ in }) {
                seen.formUnion(line.split(separator: " ").prefix(1).map(String.init))
            }
        }
        let all: Set<String> = [
            "watch", "handler", "told", "fact", "output", "fault", "done", "failed", "cancelled", "gone",
        ]
        #expect(seen.isSuperset(of: all), "never seen: \(all.subtracting(seen))")
    }

    private struct PassAll: Middleware {
        func intercept(_ message: Message) -> Decision { .pass }
    }

    /// Runs `program` from an empty engine to the end, and tells all that could be seen of it.
    private func run(_ program: Program, _ prepare: (Rig) -> Void) async throws -> [String] {
        let rig = Rig()
        prepare(rig)
        let stage = Stage(rig.engine)
        rig.engine.onFault = { stage.log.append("fault \($0.kind)") }
        stage.handle()
        stage.open()
        var receipts: [Receipt] = []
        for script in program.scripts {
            guard let store = stage.store else { break }
            let receipt = store.send(script)
            receipts.append(receipt)
            stage.lastReceipt = receipt
            stage.note("sent")
            rig.time.advance(by: .seconds(1))
        }
        rig.time.advance(by: .seconds(100))
        stage.store = nil
        for receipt in receipts {
            do {
                try await receipt.finished()
                stage.log.append("done")
            } catch is CancellationError {
                stage.log.append("cancelled")
            } catch {
                stage.log.append("failed \(error)")
            }
        }
        await nextJob()
        stage.note("end")
        rig.engine.shutdown()
        return stage.log
    }
}

/// What a program works on.
@MainActor private final class Stage {
    let engine: Engine
    var store: Store<Performer>?
    var lastReceipt: Receipt?
    var log: [String] = []
    private var patience = 200

    init(_ engine: Engine) { self.engine = engine }

    func note(_ what: String) {
        let state = store.map { "\($0.state.folded)" } ?? "none"
        log.append("\(what) \(state) effects \(engine.census.effects) late \(engine.lateResults)")
    }

    /// Makes the store, and watches it.
    func open() {
        let store = Store(Performer.State(), Performer(), on: engine)
        store.subscribe(to: \.folded.count) { [unowned self] in
            log.append("watch \($0)")
            if $0 == 7 { self.store?.send(Script(id: 1_007, steps: [])) }
        }
        store.listen { [unowned self] in log.append("output \($0)") }
        self.store = store
    }

    func handle() {
        engine.handle(Plain.self) { [unowned self] command in try answer(command.work) }
        engine.handle(Async.self) { [unowned self] command async throws(any Error) in try self.answer(command.work) }
        engine.handle(Calling.self) { [unowned self] (command: Calling, reply: Reply<Calling>) in
            do { reply.finish(with: try answer(command.work)) } catch { reply.fail(error) }
        }
        engine.handle(Endless.self) { (_: Endless, reply: Reply<Endless>) in self.kept.append(reply) }
        engine.next(Told.self) { [unowned self] in
            log.append("fact \($0.id)")
            if $0.id.isMultiple(of: 5) { store?.send(Script(id: 2_000 + $0.id, steps: [])) }
        }
    }

    /// Does what the handler of `work` does before it answers.
    private func answer(_ work: Work) throws -> Int {
        log.append("handler \(work.id) effects \(engine.census.effects)")
        patience -= 1
        switch work.deed {
        case .nothing: break
        case .fail: throw Oops()
        case .send(let script): if patience > 0 { store?.send(script) }
        case .perform(let step): if patience > 0 { store?.perform(step.flow) }
        case .post: engine.post(Told(id: work.id))
        case .listen: engine.listen(to: Plain.self) { [unowned self] in log.append("told \($0)") }
        case .cancel: lastReceipt?.cancel()
        case .leave:
            store = nil
            log.append("gone")
        case .watch: store?.subscribe(to: \.folded.count) { [unowned self] in log.append("watch too \($0)") }
        }
        return work.id
    }

    private var kept: [Reply<Endless>] = []
}

private struct Told: Fact { let id: Int }

/// What a handler does.
private struct Work: Sendable {
    indirect enum Deed: Sendable {
        case nothing, fail, post, listen, cancel, leave, watch
        case send(Script)
        case perform(Step)
    }

    let id: Int
    let deed: Deed
}

private protocol Working: Command where Output == Int { init(work: Work) }
private struct Plain: Working { let work: Work }
private struct Async: Working { let work: Work }
private struct Calling: Working { let work: Work }
private struct Endless: Working { let work: Work }

/// An action: what to do next.
private struct Script: Sendable {
    let id: Int
    let steps: [Step]
}

private indirect enum Step: Sendable {
    case send(Script)
    case plain(Work, isHeard: Bool), async(Work, Policy), calling(Work), endless(Work, Policy)
    case post(Int), output(Int), cancel
    case after(Int, Step)
    case then(Step, Step)
    case both(Step, Step)

    var flow: Flow<Performer> {
        switch self {
        case .send(let script): .send(script)
        case .plain(let work, let isHeard):
            isHeard ? .execute(Plain(work: work), as: Performer.told) : .execute(Plain(work: work))
        case .async(let work, let policy): .execute(Async(work: work), as: Performer.told, policy: policy)
        case .calling(let work): .execute(Calling(work: work), as: Performer.told)
        case .endless(let work, let policy):
            .execute(Endless(work: work), as: Performer.told, id: "endless", policy: policy)
        case .post(let id): .post(Told(id: id))
        case .output(let id): .output(id)
        case .cancel: .cancel("endless")
        case .after(let seconds, let step): .after(.seconds(seconds), step.flow)
        case .then(let first, let second): first.flow.then(second.flow)
        case .both(let first, let second): first.flow.and(second.flow)
        }
    }
}

/// Does what its actions say, and remembers which it has folded.
private struct Performer: Reducer {
    struct State { var folded: [Int] = [] }
    typealias Output = Int

    func reduce(_ state: inout State, _ script: Script) -> Flow<Self> {
        state.folded.append(script.id)
        return .merge(script.steps.map(\.flow))
    }

    /// An event, as an action that asks for nothing.
    static func told<C>(_ event: Event<C>) -> Script {
        switch event {
        case .progress: Script(id: -1, steps: [])
        case .data(let output): Script(id: -10 - (output as? Int ?? 0), steps: [])
        case .failure: Script(id: -2, steps: [])
        }
    }
}

/// What is sent from outside, one after the other.
private struct Program {
    let scripts: [Script]

    init(_ dice: inout Dice) {
        var maker = Maker()
        scripts = (0..<Int.random(in: 1...4, using: &dice)).map { _ in maker.script(depth: 3, &dice) }
    }

    private struct Maker {
        var id = 0

        mutating func script(depth: Int, _ dice: inout Dice) -> Script {
            id += 1
            let number = id
            // One step in most, because it is those that may be taken at once.
            let count = depth == 0 ? 0 : [0, 1, 1, 1, 1, 2, 3].randomElement(using: &dice)!
            return Script(id: number, steps: (0..<count).map { _ in step(depth: depth - 1, &dice) })
        }

        mutating func step(depth: Int, _ dice: inout Dice) -> Step {
            let policy = [Policy.concurrent, .latest, .first, .queue].randomElement(using: &dice)!
            switch Int.random(in: 0..<(depth > 0 ? 16 : 12), using: &dice) {
            case 0...2: return .send(script(depth: depth, &dice))
            case 3...5: return .plain(work(depth: depth, &dice), isHeard: .random(using: &dice))
            case 6, 7: return .async(work(depth: depth, &dice), policy)
            case 8: return .calling(work(depth: depth, &dice))
            case 9: return .endless(work(depth: depth, &dice), policy)
            case 10: return Bool.random(using: &dice) ? .post(id) : .output(id)
            case 11: return .cancel
            case 12: return .after(Int.random(in: 0...3, using: &dice), step(depth: depth - 1, &dice))
            case 13: return .both(step(depth: depth - 1, &dice), step(depth: depth - 1, &dice))
            default: return .then(step(depth: depth - 1, &dice), step(depth: depth - 1, &dice))
            }
        }

        mutating func work(depth: Int, _ dice: inout Dice) -> Work {
            id += 1
            let number = id
            let deed: Work.Deed =
                switch Int.random(in: 0..<16, using: &dice) {
                case 0: .fail
                case 1: .post
                case 2: .listen
                case 3: .cancel
                case 4: .watch
                case 5: Int.random(in: 0..<6, using: &dice) == 0 ? .leave : .nothing
                case 6, 7: .send(script(depth: max(0, depth), &dice))
                case 8, 9: depth > 0 ? .perform(step(depth: depth - 1, &dice)) : .nothing
                default: .nothing
                }
            return Work(id: number, deed: deed)
        }
    }
}
