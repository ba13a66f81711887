import Foundation
import LoopbackClients
import PageClients

/// Measures pages of Lunch with actors of their own, beside the same pages on the main actor, on two cores.
///
///     cores [--seconds 10] [--rounds 3]
///
/// The browsers are in the process of the pages, without sockets: each message and frame passes through memory, so nearly all of the time
/// is that of the pages. The variants take turns, each in a process of its own.
@main struct Cores {
    private static let (people, tabs) = (50, 10)
    /// The victims: people who order at a steady rate, beside a page that computes for a second again and again.
    private static let (victims, interval) = (25, Duration.seconds(2))
    static let (minimumRatio, maximumLatency) = (1.5, 50.0)
    private static let warmUp = Duration.seconds(3)

    static func main() async {
        let arguments = CommandLine.arguments
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        let seconds = value("--seconds").flatMap(Int.init) ?? 10
        do {
            if let place = value("--place").flatMap(LunchPages.Place.init) {
                try await measureMessages(place, seconds)
            } else if let number = value("--computing").flatMap(Int.init) {
                try await measureVictim(computing: number, seconds)
            } else {
                try await run(seconds, rounds: value("--rounds").flatMap(Int.init) ?? 3)
            }
        } catch {
            ChildProcess.write(line: "MISSED: the benchmark runs to its end. Error: \(error)")
            exit(1)
        }
    }

    // MARK: The processes of the pages

    /// Prints the messages per second, and the times from a press to its effect.
    @MainActor private static func measureMessages(_ place: LunchPages.Place, _ seconds: Int) async throws {
        let lunch = LunchPages(on: place)
        let times = Times()
        for tab in try await open(people, tabs, in: lunch) { Task.detached { await tab.orderAtOnce(times) } }
        try await report(times, seconds)
    }

    @MainActor private static func measureVictim(computing: Int, _ seconds: Int) async throws {
        let lunch = LunchPages(on: .ownActors)
        let times = Times()
        for (number, tab) in try await open(victims, 1, in: lunch).enumerated() {
            let start = ContinuousClock.now + interval * number / victims
            Task.detached { await tab.orderSteadily(from: start, every: interval, times) }
        }
        for number in 0..<computing {
            let browser = try await Browser(
                victims + number, account: "Computing", of: lunch.pages, path: Computing.path, control: "id=\"compute\""
            )
            Task.detached {
                for press in 1... { await browser.press { $0.index(of: Computing.text(press)) != nil } }
            }
        }
        try await report(times, seconds)
    }

    @MainActor private static func open(_ people: Int, _ tabs: Int, in lunch: LunchPages) async throws -> [Person.Tab] {
        var all: [Person.Tab] = []
        for number in 0..<people {
            let person = Person(number)
            for _ in 0..<tabs { all.append(try await person.open(all.count, in: lunch)) }
        }
        return all
    }

    private static func report(_ times: Times, _ seconds: Int) async throws {
        try await Task.sleep(for: warmUp)
        times.reset()
        let (start, cpu) = (ContinuousClock.now, cpuTime)
        try await Task.sleep(for: .seconds(seconds))
        let (summary, time) = (times.summary, (.now - start) / .seconds(1))
        let rate = Double(summary.count) / time
        let cores = (cpuTime - cpu) / time
        ChildProcess.write(line: "\(rate) \(summary.p50) \(summary.p99) \(summary.maximum) \(cores)")
        exit(0)
    }

    /// The CPU time of this process in seconds.
    private static var cpuTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
