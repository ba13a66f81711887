import MillraceHistory
import Millrace
import MillraceJournal

/// Requests a number.
struct Ask: Command, Codable, Equatable {
    typealias Output = Int
    var of: String
}

/// Requests a value that cannot be written.
struct AskForBoth: Command { typealias Output = (Int, Int) }

struct Counted: Fact, Codable, Equatable { var count: Int }

/// Counts, and requests numbers to add.
struct Tally: Reducer {
    struct State: Codable, Equatable {
        var count = 0
        var names: [String: Int] = [:]
    }
    enum Action: Codable {
        case add(Int)
        case name(String)
        case ask(String)
        case answered(Event<Ask>)
        case askForBoth
        case both(Event<AskForBoth>)
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let number): state.count += number
        case .name(let name): state.names[name, default: 0] += 1
        case .ask(let name): return .execute(Ask(of: name), as: Action.answered, policy: .latest)
        case .answered(.data(let number)):
            state.count += number
            return .post(Counted(count: state.count))
        case .askForBoth: return .execute(AskForBoth(), as: Action.both)
        case .both(.data(let both)): state.count += both.0 + both.1
        case .answered, .both: break
        }
        return .none
    }
}

/// A store of a `Tally`, on an engine with a history.
@MainActor final class RecorderFixture {
    let engine: Engine
    let history: History
    private(set) var store: Store<Tally>?

    init(records: Int = 1_000) {
        engine = Engine(scheduler: FixedScheduler())
        history = History(records: records)
        engine.history = history
        engine.handle(Ask.self) { $0.of.count }
        store = Store(Tally.State(), Tally(), on: engine)
    }

    func send(_ action: Tally.Action) { store?.send(action) }

    func close() { store = nil }

    func recorder(_ tokens: Tokens? = nil) throws -> StoreRecorder<Tally> {
        guard let store else { throw RecordingError.noHistory }
        return try StoreRecorder(store, tokens: tokens)
    }
}

/// A clock that does not advance.
final class FixedScheduler: Scheduler {
    let now = Duration.milliseconds(1_500)
    func schedule(after delay: Duration, _ fire: @escaping () -> Void) -> () -> Void { {} }
}

extension StoreRecorder {
    /// The new lines.
    func lines() throws -> [String] {
        var text = ""
        try write { text += $0 }
        return text.split(separator: "\n").map(String.init)
    }
}

/// Lines without their checksums.
func bare(_ lines: [String]) -> [String] { lines.map { $0.replacing(/,"sum":"[0-9a-f]{16}"\}$/, with: "}") } }

/// Lines as a text.
func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
