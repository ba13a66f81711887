import Millrace
import MillraceHistory
@_exported import TestSupport
import Testing

/// Demands that nothing but handlers is alive on `engine`, and nothing at all when it has been shut down.
@MainActor func expectNothingLeft(of engine: Engine, sourceLocation: SourceLocation = #_sourceLocation) {
    var resources = engine.resources
    resources.handlers = 0
    #expect(resources.isEmpty, "left alive: \(resources)", sourceLocation: sourceLocation)
    engine.shutdown()
    #expect(engine.resources.isEmpty, "alive after shutdown: \(engine.resources)", sourceLocation: sourceLocation)
}

/// The error that `body` throws; `nil` if it throws none.
@MainActor func error(of body: () async throws -> Void) async -> (any Error)? {
    do { try await body() } catch { return error }
    return nil
}

/// A fact, a command and a reducer that logs.
struct Paid: Fact, Equatable { var order = 0 }

struct Fetch: Command, Equatable {
    typealias Output = Int
    typealias Progress = Never
    var number = 0
}

struct Log: Reducer {
    struct State: Equatable {
        var lines: [String] = []
        var number = 0
    }
    enum Action: Equatable { case set(Int), fetch(Int), fetched(Event<Fetch>), stop }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let number): state.number = number
        case .fetch(let number): return .execute(Fetch(number: number), as: Action.fetched, id: "fetch")
        case .fetched(.data(let number)): state.lines.append("\(number)")
        case .fetched(.failure(let error)): state.lines.append("\(error)")
        case .stop: return .cancel("fetch")
        }
        return .none
    }
}
