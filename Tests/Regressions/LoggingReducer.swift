import Millrace

/// Logs notes and events, and returns the flow of a `do` action.
struct LoggingReducer: Reducer {
    enum Action {
        case note(String)
        indirect case `do`(Flow<LoggingReducer>)
        case received(Event<Fetch>)
    }

    func reduce(_ log: inout [String], _ action: Action) -> Flow<Self> {
        switch action {
        case .note(let text): log.append(text)
        case .do(let flow): return flow
        case .received(.progress): break
        case .received(.data(let text)): log.append(text)
        case .received(.failure): log.append("failed")
        }
        return .none
    }
}

struct Fetch: Command { typealias Output = String; var name = "a" }
struct News: Fact { var text = "n" }
struct Oops: Error {}

extension Flow<LoggingReducer> {
    static func note(_ text: String) -> Flow { .send(.note(text)) }
    static func fetch(_ name: String = "a") -> Flow {
        .execute(Fetch(name: name), as: LoggingReducer.Action.received)
    }
    static func fetch(_ name: String = "a", id: AnyHashable) -> Flow {
        .execute(Fetch(name: name), as: LoggingReducer.Action.received, id: id)
    }
}

/// A handler that keeps the reply of each command for the test.
@MainActor final class ReplyHolder {
    var replies: [Reply<Fetch>] = []
    /// The names of the commands, in the order of the replies.
    private(set) var names: [String] = []

    init(_ engine: Engine) {
        engine.handle(Fetch.self) { (command: Fetch, reply: Reply<Fetch>) in
            self.names.append(command.name)
            self.replies.append(reply)
        }
    }
}

/// A value that counts how often it is compared.
struct Counted: Equatable {
    final class Tally { var comparisons = 0 }
    let tally: Tally
    var value = 0

    static func == (one: Counted, other: Counted) -> Bool {
        one.tally.comparisons += 1
        return one.value == other.value
    }
}
