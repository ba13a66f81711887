import MillraceKit

// The functions of the compiler's coverage counters.
@_silgen_name("__llvm_profile_reset_counters") func resetCounters()
@_silgen_name("__llvm_profile_write_file") func writeCounters() -> Int32
// Ends the process at once. `exit` would write the counters again, with the functions that release the engine.
@_silgen_name("_exit") func endProcess(_ status: Int32) -> Never

struct Doubling: Command {
    typealias Output = Int
    let number: Int
}

struct Calculator: Reducer {
    struct State { var sends = 0; var result = 0 }
    enum Action { case send, double(Int), doubled(Event<Doubling>) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .send: state.sends += 1
        case .double(let number): return .execute(Doubling(number: number), as: Action.doubled, policy: .latest)
        case .doubled(.data(let result)): state.result = result
        case .doubled: break
        }
        return .none
    }
}

struct Passing: Middleware {
    func intercept(_ message: Message) throws -> Decision { .pass }
}

/// Counts one message that an observer sees: `send`, or `latest` for a command with an asynchronous answer. Other arguments add a
/// middleware and a history.
@main @MainActor struct Walk {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let engine = Engine()
        engine.handle(Doubling.self) { command in
            await Task.yield()
            return command.number * 2
        }
        if arguments.contains("middleware") { engine.middleware = [Passing()] }
        if arguments.contains("history") { engine.history = History(records: 100) }
        let store = Store(Calculator.State(), Calculator(), on: engine)
        var seen: [Int] = []
        let subscriptions = [
            store.subscribe(to: \.sends) { seen.append($0) }, store.subscribe(to: \.result) { seen.append($0) },
        ]
        // The first message of a type takes longer, so the second one is counted.
        store.send(.send)
        try await store.send(.double(1)).finished()
        resetCounters()
        if arguments.contains("latest") { try await store.send(.double(2)).finished() } else { store.send(.send) }
        guard writeCounters() == 0 else { fatalError("The counters were not written.") }
        guard let last = seen.last, last == (arguments.contains("latest") ? 4 : 2) else {
            fatalError("Observed \(seen)")
        }
        withExtendedLifetime(subscriptions) {}
        endProcess(0)
    }
}
