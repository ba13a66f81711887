import Millrace

// What a person does, and what becomes of it.

private let asking = "ask the navigator, and draw what it says: the host decides nothing."
private let restoring =
    "put back what you have moved when you are told changes, also when there are none: nothing came of the request."

extension HostConformance.Case {
    static let gestures = [
        Self("a tap is an action of the scene's store", requires: [.tap], fix: asking) { bench in
            try await bench.begin()
            try await bench.tap("Add", in: "root")
            try await bench.go("root", .embed("a"), .badge("one"))
            try await bench.tap("Add", in: "a")
            try await bench.poke("one")
            try await bench.go("root", .show("b"))
            try await bench.go("b", .embed("c", stacked: true))
            try await bench.go("c", .show("d"))
            try await bench.tap("Add", in: "d")
        },
        Self("a tap leads elsewhere", requires: [.tap], fix: asking) { bench in
            try await bench.begin()
            try await bench.tap("Next", in: "root")
            try await bench.tap("Next", in: "root+")
            try await bench.go("root", .present("a"))
            try await bench.tap("Next", in: "a")
        },
        Self("a person goes back", requires: [.back], fix: asking) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"))
            try await bench.go("b", .embed("c", stacked: true))
            try await bench.go("c", .show("d"))
            for name in ["d", "b", "a"] { try await bench.back(from: name) }
            try await bench.go("root", .present("e", stacked: true))
            try await bench.go("e", .show("f"))
            try await bench.back(from: "f")
        },
        Self("a person puts a modal layer away", requires: [.dismiss], fix: asking) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true), .show("b"))
            try await bench.go("a", .show("c"), .present("d"))
            try await bench.dismiss("d")
            try await bench.dismiss("a")
        },
        Self("a person closes the window", requires: [.closeWindow], fix: asking) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            try await bench.closeWindow()
        },
        Self("a person goes back from what has gone", requires: [.back, .lateGestures], fix: asking) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"))
            try await bench.late("b", .popToRoot, by: "root") { .back(from: $0) }
            try await bench.go("root", .show("c"))
            try await bench.late("c", .replace("new"), by: "root") { .back(from: $0) }
        },
        Self("a person puts away what has gone", requires: [.dismiss, .lateGestures], fix: asking) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a"), .present("b"))
            try await bench.late("b", .close("b"), by: "root") { .dismiss($0) }
            try await bench.late("a", .dismiss, by: "a") { .dismiss($0) }
        },
        Self(
            "a person taps in what has gone", requires: [.tap, .lateGestures],
            fix:
                "send a tap to the store of a scene that is there: look for it when the person taps, and keep no store "
                + "longer than its scene."
        ) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"))
            try await bench.late("a", .pop, by: "a") { .tap("Add", in: $0) }
            try await bench.late("b", .unembed("panel"), by: "root") { .tap("Next", in: $0) }
        },
    ]

    static let objections = [
        Self("a module does not let the person go back", requires: [.back], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try bench.object("a", .refuse)
            for _ in 1...2 { try await bench.back(from: "a") }
            try bench.object("a", .none)
            try await bench.back(from: "a")
        },
        Self("a module does something else when the person goes back", requires: [.back], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try bench.object("a", .instead)
            try await bench.back(from: "a")
            try await bench.note("a", "goes on")
            try await bench.go("a", .show("b"))
        },
        Self("a module objects that would go along", requires: [.back], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.go("a", .embed("b"))
            try bench.object("b", .instead)
            try await bench.back(from: "a")
            try bench.object("b", .refuse)
            try await bench.back(from: "a")
        },
        Self("a module does not let its modal layer be put away", requires: [.dismiss], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true))
            try await bench.go("a", .show("b"))
            try bench.object("b", .refuse)
            try await bench.dismiss("a")
            try bench.object("b", .instead)
            try await bench.dismiss("a")
            try bench.object("b", .none)
            try await bench.dismiss("a")
        },
        Self("a module does not let the window be closed", requires: [.closeWindow], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            try bench.object("root", .instead)
            try await bench.closeWindow()
            try bench.object("root", .none)
            try await bench.closeWindow()
        },
    ]

    static let holding = [
        Self("middleware drops what the person asked for", requires: [.back], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            let decisions: [(String, Decision)] = [
                ("cancels", .cancel()), ("drops", .drop), ("fails", .fail(with: CancellationError())),
            ]
            for (name, decision) in decisions {
                bench.did("middleware \(name) requests from now on")
                bench.onRequest = { _ in decision }
                try await bench.back(from: "a")
            }
        },
        Self("middleware holds what the person asked for, and drops it", requires: [.back], fix: restoring) {
            bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            let held = try await bench.hold { try await bench.askBack(from: "a") }
            // Until it is told, a host may show the page on its way.
            try await bench.note("root", "goes on", looks: false)
            bench.did("middleware drops what it held")
            if let held { bench.engine.resume(held, with: .cancel()) }
            try await bench.look()
        },
        Self("middleware holds what the person asked for, and lets it on", requires: [.back], fix: asking) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            let held = try await bench.hold { try await bench.askBack(from: "a") }
            bench.did("middleware lets on what it held")
            if let held { bench.engine.resume(held) }
            try await bench.look()
        },
        Self("what middleware holds goes by another way", requires: [.back], fix: restoring) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            _ = try await bench.hold { try await bench.askBack(from: "a") }
            // Only now: what lies under a modal layer cannot be touched everywhere.
            try await bench.go("root", .present("b"))
            try await bench.go("a", .replace("new"))
        },
    ]
}
