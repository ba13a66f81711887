import Millrace

// Gestures of the user, and their results.

private let requestFix =
    "send a request to the navigator, and draw only the changes that it passes to draw(_:of:). The navigator decides."
private let revertFix =
    "when draw(_:of:) is called, even with no changes, undo what the gesture moved on the screen: the request was refused."

extension HostConformance.Case {
    static let gestures = [
        Self("a tap sends an action to the scene's store", requires: [.tap], fix: requestFix) { bench in
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
        Self("a tap shows another page", requires: [.tap], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.tap("Next", in: "root")
            try await bench.tap("Next", in: "root+")
            try await bench.go("root", .present("a"))
            try await bench.tap("Next", in: "a")
        },
        Self("the user goes back", requires: [.back], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"))
            try await bench.go("b", .embed("c", stacked: true))
            try await bench.go("c", .show("d"))
            for name in ["d", "b", "a"] { try await bench.back(from: name) }
            try await bench.go("root", .present("e", stacked: true))
            try await bench.go("e", .show("f"))
            try await bench.back(from: "f")
        },
        Self("the user dismisses a modal layer", requires: [.dismiss], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true), .show("b"))
            try await bench.go("a", .show("c"), .present("d"))
            try await bench.dismiss("d")
            try await bench.dismiss("a")
        },
        Self("the user closes the window", requires: [.closeWindow], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            try await bench.closeWindow()
        },
        Self("the user goes back from a removed page", requires: [.back, .lateGestures], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"))
            try await bench.late("b", .popToRoot, by: "root") { .back(from: $0) }
            try await bench.go("root", .show("c"))
            try await bench.late("c", .replace("new"), by: "root") { .back(from: $0) }
        },
        Self("the user dismisses a removed layer", requires: [.dismiss, .lateGestures], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a"), .present("b"))
            try await bench.late("b", .close("b"), by: "root") { .dismiss($0) }
            try await bench.late("a", .dismiss, by: "a") { .dismiss($0) }
        },
        Self(
            "the user taps in a removed scene", requires: [.tap, .lateGestures],
            fix:
                "look up the scene's store at the time of the tap, and ignore the tap if the scene was removed. Do not keep "
                + "a store longer than its scene."
        ) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"))
            try await bench.late("a", .pop, by: "a") { .tap("Add", in: $0) }
            try await bench.late("b", .unembed("panel"), by: "root") { .tap("Next", in: $0) }
        },
    ]

    static let objections = [
        Self("a module refuses to be popped by the user", requires: [.back], fix: revertFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try bench.object("a", .refuse)
            for _ in 1...2 { try await bench.back(from: "a") }
            try bench.object("a", .none)
            try await bench.back(from: "a")
        },
        Self("a module sends an action when the user goes back", requires: [.back], fix: revertFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try bench.object("a", .instead)
            try await bench.back(from: "a")
            try await bench.note("a", "still shown")
            try await bench.go("a", .show("b"))
        },
        Self("an embedded module refuses when the user goes back", requires: [.back], fix: revertFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.go("a", .embed("b"))
            try bench.object("b", .instead)
            try await bench.back(from: "a")
            try bench.object("b", .refuse)
            try await bench.back(from: "a")
        },
        Self("a module refuses the dismissal of its modal layer", requires: [.dismiss], fix: revertFix) { bench in
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
        Self("a module refuses to let the user close the window", requires: [.closeWindow], fix: revertFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            try bench.object("root", .instead)
            try await bench.closeWindow()
            try bench.object("root", .none)
            try await bench.closeWindow()
        },
    ]

    static let heldRequests = [
        Self("middleware drops the user's request", requires: [.back], fix: revertFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            let decisions: [(String, Decision)] = [
                ("cancels", .cancel()), ("drops", .drop), ("fails", .fail(with: CancellationError())),
            ]
            for (name, decision) in decisions {
                bench.log("middleware \(name) requests from now on")
                bench.onRequest = { _ in decision }
                try await bench.back(from: "a")
            }
        },
        Self("middleware holds the user's request, and drops it", requires: [.back], fix: revertFix) {
            bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            let held = try await bench.hold { try await bench.requestBack(from: "a") }
            // While the request is held, a host may show the transition.
            try await bench.note("root", "still shown", compares: false)
            bench.log("middleware drops the held request")
            if let held { bench.engine.resume(held, with: .cancel()) }
            try await bench.compareSnapshots()
        },
        Self("middleware holds the user's request, and resumes it", requires: [.back], fix: requestFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            let held = try await bench.hold { try await bench.requestBack(from: "a") }
            bench.log("middleware resumes the held request")
            if let held { bench.engine.resume(held) }
            try await bench.compareSnapshots()
        },
        Self("the scene of a held request is removed", requires: [.back], fix: revertFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            _ = try await bench.hold { try await bench.requestBack(from: "a") }
            // Only now: in some hosts the user cannot reach a scene under a modal layer.
            try await bench.go("root", .present("b"))
            try await bench.go("a", .replace("new"))
        },
    ]
}
