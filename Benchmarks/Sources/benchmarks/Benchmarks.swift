import Counting
import Foundation

/// Ratios and counts; an absolute time says more of the machine than of the code.
///
/// `Scripts/bench` runs each topic in a process of its own, so a topic that traps does not end the others, and then prints
/// the table of all.
@main @MainActor struct Benchmarks {
    static func main() async throws {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            print(
                """
                Usage: make bench ARGS="[--draw] [--topic NAME]…"
                       make bench ARGS="--topics | --list | --only 'WORK' COUNT"
                """)
            exit(2)
        }
        switch options.command {
        case .listTopics: print(names.joined(separator: "\n"))
        case .listWorks:
            print(names.flatMap { topics($0, options) }.flatMap(\.works).map(\.name).joined(separator: "\n"))
        case .only(let name, let count): await profile(name, count, options)
        case .measure(let topic, let path): try await measure(topic, options).write(to: path)
        case .table(let paths): try show(paths.map { try Measurement(from: $0) }, draws: options.draws)
        }
    }

    /// The names of the topics, in the order of the table.
    private static let names = [
        "sending", "passing", "chaining", "commanding", "leaving", "telling", "handing over", "remembering", "rows",
        "stores", "navigating", "building", "naming", "exploring",
    ]

    private static func topics(_ name: String, _ options: Options) -> [Topic] {
        switch name {
        case "sending": [sending()]
        case "passing": [passing()]
        case "chaining": [chaining()]
        case "commanding": [commanding()]
        case "leaving": [leaving()]
        case "telling": [telling()]
        case "handing over": [handingOver()]
        case "remembering": [remembering()]
        case "rows": rows()
        case "stores": [manyStores()]
        case "navigating": navigating()
        case "building": [building(options)]
        case "naming": [naming()]
        case "exploring": [exploring()]
        default: []
        }
    }

    /// Measures the works of a topic, and "send", with which many rows compare.
    private static func measure(_ name: String, _ options: Options) async throws -> Measurement {
        let topics = topics(name, options)
        guard !topics.isEmpty else {
            print("There is no topic named \(name). The topics are: \(names.joined(separator: ", ")).")
            exit(2)
        }
        var works = topics.flatMap(\.works)
        if !works.isEmpty, !works.contains(where: { $0.name == "send" }) {
            works += sending().works.filter { $0.name == "send" }
        }
        let costs = await Costs(of: works, rounds: 40)
        var rows: [Row] = []
        for topic in topics { rows += await topic.rows(costs) }
        if allocations_are_counted() == 0 { rows.removeAll(where: \.isOfMemory) }
        return Measurement(rows: rows, curves: topics.compactMap(\.curve), costs: costs)
    }

    private static func show(_ measurements: [Measurement], draws: Bool) throws {
        let rows = measurements.flatMap(\.rows)
        let table = table(of: rows)
        print(table)
        if draws {
            let costs = measurements.reduce(into: Costs()) { $0.add($1.costs) }
            try Page.write(table, Drawing(of: measurements.flatMap(\.curves), costs))
        }
        if !rows.allSatisfy(\.isMet) { exit(1) }
    }

    private static func profile(_ name: String, _ count: Int, _ options: Options) async {
        let works = names.lazy.flatMap { topics($0, options) }.flatMap(\.works)
        guard let work = works.first(where: { $0.name == name }) else {
            print("There is no work named \(name); make bench ARGS=--list names them.")
            exit(2)
        }
        await work.prepare()(count)
    }
}
