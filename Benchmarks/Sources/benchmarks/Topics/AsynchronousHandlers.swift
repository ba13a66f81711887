import Counting
import MillraceKit

/// P8: a handler that leaves the actor and returns to it.
@MainActor func asynchronousHandlers() -> Topic {
    let pool = Pool()
    func pair(_ place: String, _ actor: any Actor) -> [Workload] {
        [
            Workload("a bare task, \(place)") { { await runTasks($0, on: actor) } },
            Workload("an asynchronous command, \(place)") {
                { await executeCommands($0, on: actor, to: remoteHandler) }
            },
        ]
    }
    return Topic(
        workloads: pair("pool actor", pool) + pair("main actor", MainActor.shared),
        rows: { costs in
            var rows: [Row] = []
            for place in ["pool actor", "main actor"] {
                rows.append(
                    Row(
                        "P8", "an asynchronous handler, \(place)", costs, "an asynchronous command, \(place)",
                        over: "a bare task, \(place)", atMost: 1.3))
            }
            let bare = await jobs { await runTasks($0, on: $1, to: $2) }
            let command = await jobs { await executeCommands($0, on: $1, to: $2) }
            rows.append(Row("P8", "jobs of a command; the target is that of a bare task", count: command, atMost: bare))
            for (place, actor) in [("pool", pool), ("main", MainActor.shared)] as [(String, any Actor)] {
                let (bare, command) = await wakeUps(on: actor)
                rows.append(Row("P8", "wake-ups of a command, \(place) actor; likewise", count: command, atMost: bare))
            }
            let inPlace = await jobs { count, home, _ in await stay(count, on: home) }
            rows.append(Row("P8", "jobs if the handler does not suspend", count: inPlace, atMost: 0))
            return rows
        })
}

private actor Pool {}

/// Runs off the caller's actor. It calls a C function, so that the compiler does not remove the switch.
@concurrent private func runElsewhere() async -> Int {
    _ = allocations_made()
    return 1
}

private typealias Handle = @Sendable (Request) async -> Int
private let remoteHandler: Handle = { _ in await runElsewhere() }

private final class Sum { var value = 0 }

/// Awaits `count` tasks that start at once, leave `actor` and return to it.
private func runTasks(_ count: Int, on actor: isolated any Actor, to go: @escaping Handle = remoteHandler) async {
    let sum = Sum()
    for _ in 0..<count {
        await Task.immediate {
            _ = actor
            sum.value &+= await go(Request())
        }.value
    }
}

/// Awaits the receipts of `count` commands whose handlers leave `actor` and return to it.
private func executeCommands(_ count: Int, on actor: isolated any Actor, to go: @escaping Handle) async {
    let engine = Engine()
    engine.handle(Request.self) { command async throws(any Error) in await go(command) }
    let store = Store(0, Requester(), on: engine)
    for _ in 0..<count { try? await store.send(.request).finished() }
    if store.state != count { fatalError("An output was not reduced.") }
}

// MARK: Counting

/// Returns how many jobs each repetition adds to the engine's actor and the handler's actor. This is the difference of two
/// runs, so that jobs at the start and the end do not count.
@MainActor private func jobs(of work: @MainActor (Int, CountedActor, @escaping Handle) async -> Void) async -> Double {
    func count(_ times: Int) async -> Int {
        let (home, elsewhere) = (CountedActor(), CountedActor())
        await work(times, home) { _ in await elsewhere.answer() }
        return home.executor.jobs + elsewhere.executor.jobs
    }
    let (some, more) = (await count(1_000), await count(2_000))
    return (Double(more - some) / 10).rounded() / 100
}

/// Sends commands whose handler is asynchronous but does not suspend.
private func stay(_ count: Int, on actor: isolated any Actor) async {
    let engine = Engine()
    engine.handle(Request.self) { (_: Request) async throws(any Error) in 1 }
    let store = Store(0, Requester(), on: engine)
    for number in 1...count {
        store.send(.request)
        if store.state != number { fatalError("The output was not reduced at once.") }
    }
}

/// Returns how often a thread is woken for each bare task and for each command. This is the minimum of many rounds, rounded
/// to a tenth, because the system decides when a thread sleeps.
@MainActor private func wakeUps(on actor: any Actor) async -> (bare: Double, command: Double) {
    var least = (bare: Int.max, command: Int.max)
    for _ in 0..<50 {
        let start = voluntary_context_switches()
        await runTasks(200, on: actor)
        let middle = voluntary_context_switches()
        await executeCommands(200, on: actor, to: remoteHandler)
        least = (min(least.bare, middle - start), min(least.command, voluntary_context_switches() - middle))
    }
    return ((Double(least.bare) / 20).rounded() / 10, (Double(least.command) / 20).rounded() / 10)
}
