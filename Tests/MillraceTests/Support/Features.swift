import MillraceExtras
import Millrace

/// Logs what it reduces, and returns the flow of a `do` action.
struct LoggingReducer: Reducer {
    struct State: Equatable {
        var log: [String] = []
        var count = 0
    }

    enum Action {
        case note(String)
        case add(Int)
        indirect case `do`(Flow<LoggingReducer>)
        case received(Event<Fetch>)
        case news(News)
    }

    typealias Output = String

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .note(let text): state.log.append(text)
        case .add(let number): state.count += number
        case .do(let flow): return flow
        case .received(.progress): state.log.append("progress")
        case .received(.data(let text)): state.log.append(text)
        case .received(.failure(let error)): state.log.append("failed: \(error)")
        case .news(let news): state.log.append("news: \(news.text)")
        }
        return .none
    }
}

struct Fetch: Command, Equatable {
    typealias Output = String
    var name = "a"
}

struct News: Fact, Equatable { var text: String }

extension Flow<LoggingReducer> {
    static func note(_ text: String) -> Flow { .send(.note(text)) }
    static func fetch(_ name: String = "a", policy: Policy = .concurrent) -> Flow {
        .execute(Fetch(name: name), as: LoggingReducer.Action.received, policy: policy)
    }
    static func fetch(_ name: String = "a", id: AnyHashable, policy: Policy = .concurrent) -> Flow {
        .execute(Fetch(name: name), as: LoggingReducer.Action.received, id: id, policy: policy)
    }
}

/// A reducer that sends to itself until it has counted down.
struct Countdown: Reducer {
    func reduce(_ turns: inout Int, _ left: Int) -> Flow<Self> {
        turns += 1
        return left > 1 ? .send(left - 1) : .none
    }
}
