import Allocations
import Millrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ratios and counts taken in one run; an absolute time would say more of the machine than of the code.
@main @MainActor struct Benchmarks {
    static func main() {
        let costs = measure(works())
        func cost(_ name: String) -> Cost { costs[name] ?? Cost() }
        func ratio(_ one: String, _ other: String) -> Double { cost(one).nanoseconds / cost(other).nanoseconds }
        var rows = [
            Row(number: "P1", what: "send ÷ the reducer called directly", value: ratio("send", "direct"), bar: 3),
            Row(
                number: "P7", what: "command with 10,000 strangers ÷ with none",
                value: ratio("crowded command", "command"), bar: 1.1),
            // The bar was set where the name took some 2,200 ns through Mirror: 4.5 hundredths of that are 100 ns.
            Row(
                number: "S10", what: "caseName, in hundredths of Mirror's way",
                value: 100 * ratio("case name", "mirrored name"), bar: 4.5),
            Row(
                number: "S10", what: "caseName of Any, in hundredths of Mirror's way",
                value: 100 * ratio("case name of Any", "mirrored name"), bar: 4.5),
        ]
        if allocations_are_counted() != 0 {
            let allocations = cost("send").allocations
            rows.insert(Row(number: "P1", what: "allocations of a send", value: allocations, bar: 0), at: 1)
        }
        if !report(rows) { exit(1) }
    }

    private static func works() -> [Work] {
        let engine = Engine()
        let store = Store(0, Counter(), on: engine)
        var state = 0
        let deeds: [Any] = Deed.all
        let (asker, crowded) = (asker(amongStrangers: false), asker(amongStrangers: true))
        return [
            Work(name: "direct", count: 2_000_000) {
                for number in 0..<2_000_000 { callDirectly(Counter(), &state, .add(number)) }
            },
            Work(name: "send", count: 2_000_000) {
                for number in 0..<2_000_000 { store.send(.add(number)) }
            },
            Work(name: "command", count: 20_000) { for _ in 0..<20_000 { asker.send(.ask) } },
            Work(name: "crowded command", count: 20_000) { for _ in 0..<20_000 { crowded.send(.ask) } },
            Work(name: "case name", count: 400_000) { countNames(of: Deed.all, 100_000) { caseName(of: $0) } },
            Work(name: "case name of Any", count: 400_000) { countNames(of: deeds, 100_000) { caseName(of: $0) } },
            Work(name: "mirrored name", count: 40_000) { countNames(of: deeds, 10_000) { mirroredName(of: $0) } },
        ]
    }

    private static func asker(amongStrangers isCrowded: Bool) -> Store<Asker> {
        let engine = Engine()
        engine.handle(Ask.self) { _ in 1 }
        if isCrowded { engine.handleStrangers() }
        return Store(0, Asker(), on: engine)
    }
}
