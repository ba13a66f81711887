import Millrace
import MillraceExtras
import MillraceHistory

/// The fact and the commands of the random programs.
enum Programs {
    struct Posted: Fact { let id: Int }
    struct Plain: ProgramCommand { let work: HandlerWork }
    struct Async: ProgramCommand { let work: HandlerWork }
    struct Calling: ProgramCommand { let work: HandlerWork }
    struct Endless: ProgramCommand { let work: HandlerWork }
}

protocol ProgramCommand: Command where Output == Int, Progress == Void, Failure == any Error {
    var work: HandlerWork { get }
}

protocol ProgramState {
    /// The numbers of the actions that the scripts' reducer has reduced.
    var reduced: [Int] { get }
}

/// A reducer that can run a program.
protocol ProgramReducer: Reducer where State: ProgramState, Action == Script, Output == Int {
    static var initialState: State { get }
    static func flow(of step: ScriptStep) -> Flow<Self>
    init()
}

/// Performs the steps of its actions, and keeps the numbers of the actions that it has reduced.
struct ScriptReducer: ProgramReducer {
    struct State: ProgramState { var reduced: [Int] = [] }
    typealias Output = Int

    static var initialState: State { State() }
    static func flow(of step: ScriptStep) -> Flow<Self> { step.flow }

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

/// Has the scripts' reducer as an optional child. The numbers of the actions decide when the child is removed and added again.
struct ScriptParent: ProgramReducer {
    struct State: ProgramState {
        var child: ScriptReducer.State? = ScriptReducer.State()
        var reduced: [Int] { child?.reduced ?? [] }
    }
    typealias Output = Int

    static var initialState: State { State() }
    /// An action with the step. A flow of a child that does not exist would be performed in different ways.
    static func flow(of step: ScriptStep) -> Flow<Self> { .send(Script(id: 40_000, steps: [step])) }

    func reduce(_ state: inout State, _ script: Script) -> Flow<Self> {
        let number = abs(script.id)
        if number % 11 == 5 {
            state.child = nil
            return .none
        }
        if state.child == nil, number.isMultiple(of: 2) { state.child = ScriptReducer.State() }
        return ScriptReducer().reduce(&state.child, script)
            .map({ $0 }, output: { Script(id: 30_000 + $0) }, at: \.child)
    }
}

extension ScriptStep {
    fileprivate var flow: Flow<ScriptReducer> {
        switch self {
        case .send(let script): .send(script)
        case .plain(let work, let hasResponse):
            hasResponse
                ? .execute(Programs.Plain(work: work), as: ScriptReducer.script)
                : .execute(Programs.Plain(work: work))
        case .async(let work, let policy):
            .execute(Programs.Async(work: work), as: ScriptReducer.script, policy: policy)
        case .calling(let work): .execute(Programs.Calling(work: work), as: ScriptReducer.script)
        case .endless(let work, let policy, let endOptions):
            .execute(
                Programs.Endless(work: work), as: ScriptReducer.script, id: "endless", policy: policy,
                retry: endOptions == .retry ? .times(1, delay: .seconds(1)) : .never,
                timeout: endOptions == .timeout ? .after(.seconds(2)) : nil)
        case .post(let id): .post(Programs.Posted(id: id))
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

extension Record {
    /// The record of a random program as a line: its numbers, its payload, its outcome and its end.
    var line: String {
        let content =
            switch payload {
            case let script as Script: "\(script.id)"
            case let command as any ProgramCommand: "\(Swift.type(of: command)) \(command.work.id)"
            default: "\(payload)"
            }
        let outcome = if case .failed(let error) = outcome { "failed \(error)" } else { "\(outcome)" }
        let pauses = pauses.isEmpty ? "" : " pauses \(pauses)"
        return "\(id)<\(cause) \(kind) \(content), \(outcome)\(end.map { " in \($0.id)" } ?? "")\(pauses)"
    }
}
