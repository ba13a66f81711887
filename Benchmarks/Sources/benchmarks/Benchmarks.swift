import Counting
import Foundation

/// Ratios and counts taken in one run; an absolute time says more of the machine than of the code.
@main @MainActor struct Benchmarks {
    static func main() async throws {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            print("To use it: make bench, with ARGS=--draw, ARGS=--list or ARGS=\"--only '<a work>' <how often>\".")
            exit(2)
        }
        let topics =
            [sending(), passing(), chaining(), commanding(), leaving(), telling(), handingOver(), remembering()]
            + rows() + [manyStores()] + navigating() + [building(options), naming(), exploring()]
        let works = topics.flatMap(\.works)
        if options.lists { return print(works.map(\.name).joined(separator: "\n")) }
        if let only = options.only { return await profile(only.name, only.count, among: works) }
        let costs = await Costs(of: works, rounds: 40)
        var rows: [Row] = []
        for topic in topics { rows += await topic.rows(costs) }
        if allocations_are_counted() == 0 { rows.removeAll(where: \.isOfMemory) }
        let table = table(of: rows)
        print(table)
        if options.draws { try Page.write(table, Drawing(of: topics.compactMap(\.curve), costs)) }
        if !rows.allSatisfy(\.isMet) { exit(1) }
    }

    private static func profile(_ name: String, _ count: Int, among works: [Work]) async {
        guard let work = works.first(where: { $0.name == name }) else {
            print("There is no work named \(name); make bench ARGS=--list names them.")
            exit(2)
        }
        await work.prepare()(count)
    }
}
