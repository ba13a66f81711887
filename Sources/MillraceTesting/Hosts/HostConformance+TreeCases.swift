import MillraceModules
import Millrace

// Cases about adding and removing scenes.

private let additionFix =
    "draw all changes in the order in which draw(_:of:) receives them, each scene at its position."
private let removalFix = "remove each scene for which draw(_:of:) receives .removed, and no other scene."

extension HostConformance.Case {
    static let additions = [
        Self("a window shows its root", fix: additionFix) { try await $0.begin(stacked: false) },
        Self("a page is pushed onto a stack", fix: additionFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.go("a", .show("b"))
            try await bench.go("root", .show("c"))
        },
        Self("a page that is shown without a stack is a modal layer", fix: additionFix) { bench in
            try await bench.begin(stacked: false)
            try await bench.go("root", .show("a"))
            try await bench.go("a", .show("b"))
        },
        Self("modal layers cover each other", fix: additionFix) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a"), .show("b"), .present("c"))
            try await bench.go("a", .present("d"))
        },
        Self("a modal layer has a stack", fix: additionFix) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true), .present("b", stacked: true))
            try await bench.go("a", .show("c"), .show("d"))
            try await bench.go("b", .show("e"))
        },
        Self("scenes are embedded at named places", fix: additionFix) { bench in
            try await bench.begin()
            try await bench.go("root", .embed("a", at: "side"), .embed("b", at: "panel"), .show("c"))
            try await bench.go("c", .embed("d"))
            try await bench.go("root", .embed("e", at: "side"))
        },
        Self("embedded scenes embed others, and have stacks", fix: additionFix) { bench in
            try await bench.begin(stacked: false)
            try await bench.go("root", .embed("a", stacked: true))
            try await bench.go("a", .embed("b"), .show("c"))
            try await bench.go("b", .embed("d", at: "side", stacked: true), .embed("e", at: "panel"))
            try await bench.go("d", .show("f"))
            try await bench.go("f", .embed("g"), .present("h"))
        },
        Self(
            "each module is drawn by its own view",
            fix: "draw each scene with the view that is registered for its module."
        ) {
            bench in
            try await bench.begin()
            try await bench.go("root", .badge("one"), .embed("a"))
            try await bench.go("a", .badge("two", at: "panel"))
            try await bench.go("root", .embed("b", at: "side"), .badge("three", at: "side"))
        },
        Self("scenes are added and removed in one turn", fix: additionFix) { bench in
            try await bench.begin()
            try await bench.goAtOnce("root", [.show("a"), .present("b"), .embed("c"), .show("d"), .present("e")])
            try await bench.goAtOnce("root", [.embed("f"), .embed("g"), .unembed("panel"), .embed("h", at: "side")])
            try await bench.goAtOnce("a", [.show("i"), .close("i"), .show("j")])
        },
        Self("another root replaces all scenes", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"), .present("c"))
            try await bench.go("b", .replace("new", stacked: false))
            try await bench.go("new", .present("d"), .replace("newer"))
            try await bench.go("newer", .show("e"))
        },
    ]

    static let removals = [
        Self("a page is popped", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"))
            try await bench.go("b", .pop)
            try await bench.go("a", .show("c"), .pop)
        },
        Self("a stack is popped to its root", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"), .show("c"))
            try await bench.go("b", .embed("d"))
            try await bench.go("d", .popToRoot)
            try await bench.go("root", .popToRoot)
        },
        Self("a modal layer is dismissed", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true), .present("b"), .present("c"))
            try await bench.go("a", .show("d"))
            try await bench.go("b", .dismiss)
            try await bench.go("d", .dismiss)
            try await bench.go("c", .dismiss)
        },
        Self("embedded scenes are removed", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .embed("a", stacked: true), .embed("b", at: "side"))
            try await bench.go("a", .show("c"), .embed("d"))
            try await bench.go("root", .unembed("side"))
            try await bench.go("c", .unembed())
            try await bench.go("root", .embed("e", at: "side"), .embed("f"), .unembed("panel"))
        },
        Self("a scene closes according to its position", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"), .present("c"), .present("d"))
            try await bench.go("b", .close())
            try await bench.go("root", .close("c"))
            try await bench.go("a", .close())
            try await bench.go("d", .close())
        },
        Self("a removed module takes its presented scenes with it", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.go("a", .present("b"), .embed("c"))
            try await bench.go("root", .present("d"))
            try await bench.go("c", .present("e"), .show("f"))
            try await bench.go("b", .present("g"))
            try await bench.go("a", .unembed("panel"), .pop)
        },
        Self("a window is closed and opened again", fix: removalFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.log("the application closes the window, and then opens it with the page again")
            try bench.navigator.close()
            try await bench.compareSnapshots()
            try bench.navigator.replace(by: HostConformance.Page(), with: "again", stacked: true)
            try await bench.compareSnapshots()
            try await bench.go("again", .show("c"))
        },
    ]
}
