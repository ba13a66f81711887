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
        let ratioOfSend = ratio("send", "direct")
        var rows = [
            Row(number: "P1", what: "send ÷ the reducer called directly", value: ratioOfSend, bar: 3),
            // The bar was set where the name took some 2,200 ns through Mirror: 4.5 hundredths of that are 100 ns.
            Row(
                number: "S10", what: "caseName, in hundredths of Mirror's way",
                value: 100 * ratio("case name", "mirrored name"), bar: 4.5),
            Row(
                number: "S10", what: "caseName of Any, in hundredths of Mirror's way",
                value: 100 * ratio("case name of Any", "mirrored name"), bar: 4.5),
        ]
        rows.append(
            Row(
                number: "P11", what: "send among 100,000 records ÷ among 100",
                value: ratio("send, 100000 records", "send, 100 records"), bar: 1.5))
        if allocations_are_counted() != 0 {
            let allocations = cost("send").allocations
            rows.append(Row(number: "P1", what: "allocations of a send", value: allocations, bar: 0))
        }
        for what in ["command", "fact to one listener"] {
            for crowd in crowds.dropFirst() {
                let value = ratio(name(what, crowd), name(what, 0))
                rows.append(Row(number: "P7", what: "\(name(what, crowd)) ÷ with none", value: value, bar: 1.1))
            }
        }
        if !report(rows) { exit(1) }
    }

    /// How many types of commands and of facts there are besides the one that is measured.
    private static let crowds = [0, 100, 1_000, 10_000]

    private static func name(_ what: String, _ crowd: Int) -> String { "\(what) with \(crowd) strangers" }

    private static func works() -> [Work] {
        let store = Store(0, Counter(), on: Engine())
        var state = 0
        let sends = [
            Work(name: "direct", count: 2_000_000) {
                for number in 0..<2_000_000 { callDirectly(Counter(), &state, .add(number)) }
            },
            Work(name: "send", count: 2_000_000) {
                for number in 0..<2_000_000 { store.send(.add(number)) }
            },
        ]
        return sends + [100, 100_000].map(recorded(among:)) + names() + crowds.flatMap(works(among:))
    }

    /// A send with a history that is full.
    private static func recorded(among records: Int) -> Work {
        let engine = Engine()
        engine.history = History(records: records)
        let store = Store(0, Counter(), on: engine)
        for number in 0..<records { store.send(.add(number)) }
        return Work(name: "send, \(records) records", count: 50_000) {
            for number in 0..<50_000 { store.send(.add(number)) }
        }
    }

    private static func names() -> [Work] {
        let deeds: [Any] = Deed.all
        return [
            Work(name: "case name", count: 400_000) { countNames(of: Deed.all, 100_000) { caseName(of: $0) } },
            Work(name: "case name of Any", count: 400_000) { countNames(of: deeds, 100_000) { caseName(of: $0) } },
            Work(name: "mirrored name", count: 40_000) { countNames(of: deeds, 10_000) { mirroredName(of: $0) } },
        ]
    }

    private static func works(among crowd: Int) -> [Work] {
        let engine = Engine()
        engine.addStrangers(crowd)
        engine.handle(Ask.self) { _ in 1 }
        var told = 0
        engine.next(Told.self) { _ in told &+= 1 }
        let asker = Store(0, Asker(), on: engine)
        return [
            Work(name: name("command", crowd), count: 20_000) { for _ in 0..<20_000 { asker.send(.ask) } },
            Work(name: name("fact to one listener", crowd), count: 20_000) {
                for _ in 0..<20_000 { engine.post(Told()) }
            },
        ]
    }
}
