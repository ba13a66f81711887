import TestSupport
import Millrace

/// A random program: inputs from outside in groups. No line of the test runs the loop between two inputs of a group.
struct Program {
    let groups: [[ProgramInput]]
    /// Whether the program itself observes its store and listens to outputs and facts.
    let isObserved: Bool
    /// Whether a flow of the program can contain a sequence.
    let hasSequences: Bool

    /// A sequence continues when the workers of its link have ended, so a worker delays the next link. Everything else is the
    /// same with a worker.
    func allows(_ attached: Attachments) -> Bool { !hasSequences || !attached.contains(.worker) }

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        isObserved = .random(using: &random)
        hasSequences = .random(using: &random)
        var maker = ProgramMaker(hasSequences: hasSequences)
        // The first input starts something; later ones answer it.
        var groups = [[ProgramInput.send(maker.script(depth: 3, &random))]]
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let count = Int.random(in: 1...4, using: &random)
            groups.append((0..<count).map { _ in maker.input(&random) })
        }
        self.groups = groups
    }
}

/// One input from outside, or from a handler.
enum ProgramInput: Sendable {
    case send(Script)
    case perform(ScriptStep)
    case post(Int)
    case advance(seconds: Int)
    /// A new subscriber, which sends the script when it receives its first value.
    case subscribe(Script)
    /// An answer by the reply of this number, modulo the number of replies.
    case answer(Int, ReplyAnswer, onThread: Bool = false)
    case cancelReceipt(Int, onThread: Bool)
}

/// An input by a reply.
enum ReplyAnswer: Sendable {
    case data(Int), finish(Int?), fail, cancel, release
}

/// An action: its number, and its steps.
struct Script: Sendable {
    let id: Int
    var steps: [ScriptStep] = []
}

/// A flow as a value without a reducer's type, so that commands can carry it.
indirect enum ScriptStep: Sendable {
    case send(Script)
    case plain(HandlerWork, hasResponse: Bool), async(HandlerWork, Policy), calling(HandlerWork)
    case endless(HandlerWork, Policy, EndOptions)
    case post(Int), output(Int), cancel, cancelNamed(Int)
    case after(Int, ScriptStep), debounce(Int, ScriptStep), throttle(Int, latest: Bool, ScriptStep)
    case then(ScriptStep, ScriptStep)
    case named(Int, Policy, ScriptStep), race(ScriptStep, ScriptStep), all(ScriptStep, ScriptStep)
    case both(ScriptStep, ScriptStep)

    /// How often an endless command is retried, and its timeout.
    enum EndOptions: Sendable { case none, retry, timeout }
}

/// The side effect that a handler performs before it answers.
struct HandlerWork: Sendable {
    indirect enum SideEffect: Sendable {
        case nothing, fail, listen, cancelReceipt, releaseStore
        case input(ProgramInput)
    }

    let id: Int
    let sideEffect: SideEffect
}

/// Makes the parts of a program. Each has its own number.
struct ProgramMaker {
    let hasSequences: Bool
    private var id = 0

    init(hasSequences: Bool) { self.hasSequences = hasSequences }

    private mutating func nextID() -> Int {
        id += 1
        return id
    }

    mutating func input(_ random: inout SeededGenerator) -> ProgramInput {
        let onThread = Int.random(in: 0..<3, using: &random) == 0
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: return .send(script(depth: 2, &random))
        case 4: return .perform(step(depth: 2, &random))
        case 5: return .post(nextID())
        case 6, 7: return .advance(seconds: .random(in: 1...2, using: &random))
        case 8: return .subscribe(script(depth: 1, &random))
        case 9, 10: return .cancelReceipt(.random(in: 0..<8, using: &random), onThread: onThread)
        default: return .answer(.random(in: 0..<8, using: &random), answer(&random), onThread: onThread)
        }
    }

    private mutating func answer(_ random: inout SeededGenerator) -> ReplyAnswer {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...5: .data(nextID())
        case 6: .finish(nextID())
        case 7: .finish(nil)
        case 8: .fail
        case 9: .cancel
        default: .release
        }
    }

    mutating func script(depth: Int, _ random: inout SeededGenerator) -> Script {
        let number = nextID()
        // Mostly one step, because only a single step can be performed at once.
        let count = depth == 0 ? 0 : [0, 1, 1, 1, 1, 2, 3].randomElement(using: &random)!
        return Script(id: number, steps: (0..<count).map { _ in step(depth: depth - 1, &random) })
    }

    mutating func step(depth: Int, _ random: inout SeededGenerator) -> ScriptStep {
        let policy = [Policy.concurrent, .latest, .first, .queue].randomElement(using: &random)!
        switch Int.random(in: 0..<(depth > 0 ? 26 : 13), using: &random) {
        case 0...2: return .send(script(depth: max(0, depth), &random))
        case 3, 4: return .plain(work(depth: depth, &random), hasResponse: .random(using: &random))
        case 5, 6: return .async(work(depth: depth, &random), policy)
        case 7: return .calling(work(depth: depth, &random))
        case 8...10: return .endless(work(depth: depth, &random), policy, endOptions(&random))
        case 11: return Bool.random(using: &random) ? .post(nextID()) : .output(nextID())
        case 12: return Bool.random(using: &random) ? .cancel : .cancelNamed(.random(in: 0..<2, using: &random))
        case 13: return .after(.random(in: 0...3, using: &random), step(depth: depth - 1, &random))
        case 14: return .debounce(.random(in: 1...2, using: &random), step(depth: depth - 1, &random))
        case 15:
            return .throttle(
                .random(in: 1...2, using: &random), latest: .random(using: &random), step(depth: depth - 1, &random))
        case 16, 17: return .both(step(depth: depth - 1, &random), step(depth: depth - 1, &random))
        case 18, 19: return .named(.random(in: 0..<2, using: &random), policy, step(depth: depth - 1, &random))
        case 20...22: return .race(step(depth: depth - 1, &random), step(depth: depth - 1, &random))
        case 23: return .all(step(depth: depth - 1, &random), step(depth: depth - 1, &random))
        default:
            let (first, second) = (step(depth: depth - 1, &random), step(depth: depth - 1, &random))
            return hasSequences ? .then(first, second) : .both(first, second)
        }
    }

    private func endOptions(_ random: inout SeededGenerator) -> ScriptStep.EndOptions {
        [.none, .none, .retry, .timeout].randomElement(using: &random)!
    }

    private mutating func work(depth: Int, _ random: inout SeededGenerator) -> HandlerWork {
        let number = nextID()
        let sideEffect: HandlerWork.SideEffect =
            switch Int.random(in: 0..<20, using: &random) {
            case 0: .fail
            case 1: .listen
            case 2: .cancelReceipt
            case 3: Int.random(in: 0..<6, using: &random) == 0 ? .releaseStore : .nothing
            case 4: .input(.post(nextID()))
            case 5: .input(.subscribe(script(depth: max(0, depth - 1), &random)))
            case 6, 7: .input(.send(script(depth: max(0, depth), &random)))
            case 8, 9: depth > 0 ? .input(.perform(step(depth: depth - 1, &random))) : .nothing
            case 10...13: .input(.answer(.random(in: 0..<8, using: &random), answer(&random)))
            default: .nothing
            }
        return HandlerWork(id: number, sideEffect: sideEffect)
    }
}
