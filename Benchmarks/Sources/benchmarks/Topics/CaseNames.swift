import MillraceKit

/// S10: the name of a case. The target corresponds to 100 ns on a machine where `Mirror` takes about 2,200 ns.
@MainActor func caseNames() -> Topic {
    let actions: [Any] = SampleAction.all
    return Topic(
        workloads: [
            Workload("4 case names") { { countNames(of: SampleAction.all, $0) { caseName(of: $0) } } },
            Workload("4 case names of Any") { { countNames(of: actions, $0) { caseName(of: $0) } } },
            Workload("4 names by Mirror") { { countNames(of: actions, $0) { mirroredName(of: $0) } } },
        ],
        rows: { costs in
            ["4 case names", "4 case names of Any"].map {
                Row("S10", $0, costs, $0, over: "4 names by Mirror", atMost: 0.045)
            }
        })
}
