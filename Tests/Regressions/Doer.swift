import Millrace

/// A feature that does what it is told and writes down what it hears.
struct Doer: Reducer {
    enum Action {
        case note(String)
        indirect case `do`(Flow<Doer>)
        case heard(Event<Fetch>)
    }

    func reduce(_ log: inout [String], _ action: Action) -> Flow<Self> {
        switch action {
        case .note(let text): log.append(text)
        case .do(let flow): return flow
        case .heard(.progress): break
        case .heard(.data(let text)): log.append(text)
        case .heard(.failure): log.append("failed")
        }
        return .none
    }
}

struct Fetch: Command { typealias Output = String; var name = "a" }
struct News: Fact { var text = "n" }
struct Oops: Error {}

extension Flow<Doer> {
    static func note(_ text: String) -> Flow { .send(.note(text)) }
    static func fetch(_ name: String = "a", id: AnyHashable? = nil) -> Flow {
        .execute(Fetch(name: name), as: Doer.Action.heard, id: id)
    }
}

/// A handler that keeps each command until the test ends it.
@MainActor final class Shelf {
    var replies: [Reply<Fetch>] = []
    init(_ engine: Engine) { engine.handle(Fetch.self) { self.replies.append($1) } }
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
