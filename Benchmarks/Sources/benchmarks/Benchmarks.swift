import Counting
import Foundation

/// Measures ratios and counts. Absolute times depend too much on the machine.
///
/// `Scripts/bench` runs each topic in its own process, so that a topic that traps does not end the others. Then it prints
/// one table.
@main @MainActor struct Benchmarks {
    static func main() async throws {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            print(
                """
                Usage: make bench ARGS="[--draw] [--topic NAME]…"
                       make bench ARGS="--topics | --list | --only 'WORKLOAD' COUNT"
                """)
            exit(2)
        }
        switch options.command {
        case .listTopics: print(names.joined(separator: "\n"))
        case .listWorkloads:
            print(names.flatMap { topics($0, options) }.flatMap(\.workloads).map(\.name).joined(separator: "\n"))
        case .only(let name, let count): await profile(name, count, options)
        case .measure(let topic, let path): try await measure(topic, options).write(to: path)
        case .table(let paths): try show(paths.map { try Measurement(from: $0) }, draws: options.draws)
        }
    }

    /// The names of the topics, in the order of the table.
    private static let names = [
        "sends", "nesting", "chains", "commands", "asynchronous handlers", "facts", "inboxes", "histories",
        "recordings", "rows", "stores", "navigation", "builds", "case names", "explorations",
    ]

    private static func topics(_ name: String, _ options: Options) -> [Topic] {
        switch name {
        case "sends": [sends()]
        case "nesting": [nesting()]
        case "chains": [chains()]
        case "commands": [commands()]
        case "asynchronous handlers": [asynchronousHandlers()]
        case "facts": [facts()]
        case "inboxes": [inboxes()]
        case "histories": [histories()]
        case "recordings": [recordings()]
        case "rows": rows()
        case "stores": [stores()]
        case "navigation": navigation()
        case "builds": [builds(options)]
        case "case names": [caseNames()]
        case "explorations": [explorations()]
        default: []
        }
    }

    /// Measures the workloads of a topic, and "send", the baseline of many rows.
    private static func measure(_ name: String, _ options: Options) async throws -> Measurement {
        let topics = topics(name, options)
        guard !topics.isEmpty else {
            print("There is no topic named \(name). The topics are: \(names.joined(separator: ", ")).")
            exit(2)
        }
        var workloads = topics.flatMap(\.workloads)
        if !workloads.isEmpty, !workloads.contains(where: { $0.name == "send" }) {
            workloads += sends().workloads.filter { $0.name == "send" }
        }
        let costs = await Costs(of: workloads, rounds: 40)
        var rows: [Row] = []
        for topic in topics { rows += await topic.rows(costs) }
        if allocations_are_counted() == 0 { rows.removeAll(where: \.requiresAllocationCount) }
        return Measurement(rows: rows, curves: topics.compactMap(\.curve), costs: costs)
    }

    private static func show(_ measurements: [Measurement], draws: Bool) throws {
        let rows = measurements.flatMap(\.rows)
        let table = table(of: rows)
        print(table)
        if draws {
            let costs = measurements.reduce(into: Costs()) { $0.add($1.costs) }
            try PerformanceGuide.write(table, CurvePicture(of: measurements.flatMap(\.curves), costs))
        }
        if !rows.allSatisfy(\.isMet) { exit(1) }
    }

    private static func profile(_ name: String, _ count: Int, _ options: Options) async {
        let workloads = names.lazy.flatMap { topics($0, options) }.flatMap(\.workloads)
        guard let workload = workloads.first(where: { $0.name == name }) else {
            print("There is no workload named \(name). make bench ARGS=--list prints their names.")
            exit(2)
        }
        await workload.prepare()(count)
    }
}
