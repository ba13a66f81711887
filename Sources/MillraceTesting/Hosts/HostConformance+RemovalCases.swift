import MillraceHistory
import Millrace

// Cases about releasing memory, and about many scenes.

private let removalFix = "remove each scene for which draw(_:of:) receives .removed. Here, that is every scene."
private let releaseFix =
    "keep a weak reference to the navigator, and give each subscription an owner that is released with the host."

extension HostConformance.Case {
    static let releases = [
        Self("a host is released before its navigator", fix: releaseFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"), .present("c"))
            await bench.detach()
            try bench.assertCount(\.subscribers, 0, "subscribers, including hosts")
            try await bench.go("a", .pop)
            try bench.assertCount(\.scenes, 3, "scenes")
            try await bench.attach()
        },
        Self("a released navigator releases its scenes", fix: releaseFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.log("the application releases the navigator")
            bench.windows[0].navigator = nil
            bench.engine.processPending()
            for (count, resource) in [
                (\ResourceCounts.scenes, "scenes"), (\ResourceCounts.stores, "stores"),
                (\ResourceCounts.subscribers, "subscribers"),
            ] {
                try bench.assertCount(count, 0, resource)
            }
        },
        Self(
            "a window without a navigator shows nothing",
            fix: "remove everything that is drawn when navigatorEnded() is called."
        ) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.log("the application releases the navigator")
            bench.windows[0].navigator = nil
            bench.engine.processPending()
            try await bench.compareSnapshots()
        },
        Self("the engine is shut down", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.log("the engine is shut down")
            bench.engine.shutdown()
            try await bench.compareSnapshots()
        },
    ]

    static let crowds = [
        Self("many scenes at once", fix: "draw all changes in order, however many there are.") { bench in
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
            fix:
                "run it again with HostConformance(steps:scenes:seed:make:) and this seed, and fix the host's behavior in the "
                + "last step."
        ) {
            try await $0.randomRun()
        },
    ]
}
