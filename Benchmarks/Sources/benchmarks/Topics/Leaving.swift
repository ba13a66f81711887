import Counting
import MillraceKit

/// P8: there and back with a handler that leaves the actor.
@MainActor func leaving() -> Topic {
    let pool = Pool()
    func pair(_ place: String, _ actor: any Actor) -> [Work] {
        [
            Work("a bare task, \(place)") { { await leaveBarely($0, on: actor) } },
            Work("a command that leaves, \(place)") { { await leaveByCommand($0, on: actor, to: awayHandler) } },
        ]
    }
    return Topic(
        works: pair("pool actor", pool) + pair("main actor", MainActor.shared),
        rows: { costs in
            var rows: [Row] = []
            for place in ["pool actor", "main actor"] {
                rows.append(
                    Row(
                        "P8", "an asynchronous handler, \(place)", costs, "a command that leaves, \(place)",
                        over: "a bare task, \(place)", atMost: 1.3))
            }
            let bare = await jobs { await leaveBarely($0, on: $1, to: $2) }
            let command = await jobs { await leaveByCommand($0, on: $1, to: $2) }
            rows.append(Row("P8", "jobs there and back; the bare task's are the bar", count: command, atMost: bare))
            for (place, actor) in [("pool", pool), ("main", MainActor.shared)] as [(String, any Actor)] {
                let (bare, command) = await wakeUps(on: actor)
                rows.append(Row("P8", "wake-ups, \(place) actor; so too", count: command, atMost: bare))
            }
            let inPlace = await jobs { count, home, _ in await stay(count, on: home) }
            rows.append(Row("P8", "jobs where the handler never suspends", count: inPlace, atMost: 0))
            return rows
        })
}

private actor Pool {}

/// Leaves whatever actor the caller is on. What it calls there is not seen through, lest the leaving be found needless.
@concurrent private func away() async -> Int {
    _ = allocations_made()
    return 1
}

private typealias Handle = @Sendable (Ask) async -> Int
private let awayHandler: Handle = { _ in await away() }

private final class Sum { var value = 0 }

/// A task that starts at once, leaves `actor` and comes back, and is waited for; `count` times.
private func leaveBarely(_ count: Int, on actor: isolated any Actor, to go: @escaping Handle = awayHandler) async {
    let sum = Sum()
    for _ in 0..<count {
        await Task.immediate {
            _ = actor
            sum.value &+= await go(Ask())
        }.value
    }
}

/// The same as a command, waited for by its receipt.
private func leaveByCommand(_ count: Int, on actor: isolated any Actor, to go: @escaping Handle) async {
    let engine = Engine()
    engine.handle(Ask.self) { command async throws(any Error) in await go(command) }
    let store = Store(0, Asker(), on: engine)
    for _ in 0..<count { try? await store.send(.ask).finished() }
    if store.state != count { fatalError("An answer was not folded.") }
}

// MARK: Counting

/// How many jobs two actors are given each time, that of the engine and the one that a handler goes to. Taken as the
/// difference of two counts, so that those of the beginning and the end are not among them.
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
    engine.handle(Ask.self) { (_: Ask) async throws(any Error) in 1 }
    let store = Store(0, Asker(), on: engine)
    for number in 1...count {
        store.send(.ask)
        if store.state != number { fatalError("The answer was not folded at once.") }
    }
}

/// How often a thread has to be woken for each bare task and for each command: the least of many rounds, and to a
/// tenth, because when a thread sleeps is up to the system and never quite the same.
@MainActor private func wakeUps(on actor: any Actor) async -> (bare: Double, command: Double) {
    var least = (bare: Int.max, command: Int.max)
    for _ in 0..<50 {
        let start = sleeps_until_now()
        await leaveBarely(200, on: actor)
        let middle = sleeps_until_now()
        await leaveByCommand(200, on: actor, to: awayHandler)
        least = (min(least.bare, middle - start), min(least.command, sleeps_until_now() - middle))
    }
    return ((Double(least.bare) / 20).rounded() / 10, (Double(least.command) / 20).rounded() / 10)
}
