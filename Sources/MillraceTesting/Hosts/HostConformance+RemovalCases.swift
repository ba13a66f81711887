import MillraceInspection
import Millrace

// That nothing is kept alive; and crowds.

private let removing = "take away each scene that has ended: all of them have."
private let lettingGo =
    "keep nothing of the navigator alive: hold it weakly, give subscriptions an owner that goes with the host."

extension HostConformance.Case {
    static let ending = [
        Self("a host goes, and the navigator goes on", fix: lettingGo) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"), .present("c"))
            await bench.detach()
            try bench.demand(\.subscribers, 0, "subscribers that watch states, and hosts")
            try await bench.go("a", .pop)
            try bench.demand(\.scenes, 3, "scenes")
            try await bench.attach()
        },
        Self("the navigator goes, and takes all along", fix: lettingGo) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.did("the application lets the navigator go")
            bench.windows[0].navigator = nil
            bench.engine.processPending()
            for (count, what) in [
                (\ResourceCounts.scenes, "scenes"), (\ResourceCounts.stores, "stores"),
                (\ResourceCounts.subscribers, "subscribers"),
            ] {
                try bench.demand(count, 0, what)
            }
        },
        Self(
            "a window that nobody answers for is not shown",
            fix: "put away what is drawn when navigatorEnded() is called."
        ) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.did("the application lets the navigator go")
            bench.windows[0].navigator = nil
            bench.engine.processPending()
            try await bench.look()
        },
        Self("an engine is shut down", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.did("the engine is shut down")
            bench.engine.shutdown()
            try await bench.look()
        },
    ]

    static let crowds = [
        Self("many scenes at once", fix: "draw each change in order, whatever their number.") { bench in
            try await bench.begin()
            let names = (1...max(1, bench.suite.scenes)).map(String.init)
            try await bench.goAtOnce("root", names.map { .show($0) })
            try await bench.goAtOnce("root", names.map { .present("m\($0)", stacked: true) })
            try await bench.goAtOnce("1", names.map { .embed("e\($0)") })
            try await bench.goAtOnce("root", [.close("m\(names.count / 2 + 1)"), .popToRoot])
            try await bench.goAtOnce("root", [.replace("new")])
        },
        Self(
            "a random run",
            fix: "look which step is the last, and make a case of it: HostConformance takes the seed."
        ) {
            try await $0.randomRun()
        },
    ]
}
