import MillraceKit

/// S10: the name of a case. The bar was set where the name took some 2,200 ns through Mirror: 4.5 hundredths are 100
/// ns.
@MainActor func naming() -> Topic {
    let deeds: [Any] = Deed.all
    return Topic(
        works: [
            Work("4 case names") { { countNames(of: Deed.all, $0) { caseName(of: $0) } } },
            Work("4 case names of Any") { { countNames(of: deeds, $0) { caseName(of: $0) } } },
            Work("4 names by Mirror") { { countNames(of: deeds, $0) { mirroredName(of: $0) } } },
        ],
        rows: { costs in
            ["4 case names", "4 case names of Any"].map {
                Row("S10", $0, costs, $0, over: "4 names by Mirror", atMost: 0.045)
            }
        })
}
