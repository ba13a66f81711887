import MillraceModules
import Millrace

// Every way in and out.

private let drawing = "draw each change in the order in which it is told, at the position that the scene has."
private let removing = "take away each scene that has ended, and nothing else."

extension HostConformance.Case {
    static let waysIn = [
        Self("a window shows its root", fix: drawing) { try await $0.begin(stacked: false) },
        Self("a page is pushed on a stack", fix: drawing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.go("a", .show("b"))
            try await bench.go("root", .show("c"))
        },
        Self("where there is no stack a page is a modal layer", fix: drawing) { bench in
            try await bench.begin(stacked: false)
            try await bench.go("root", .show("a"))
            try await bench.go("a", .show("b"))
        },
        Self("modal layers lie one over the other", fix: drawing) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a"), .show("b"), .present("c"))
            try await bench.go("a", .present("d"))
        },
        Self("a modal layer has a stack", fix: drawing) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true), .present("b", stacked: true))
            try await bench.go("a", .show("c"), .show("d"))
            try await bench.go("b", .show("e"))
        },
        Self("scenes are embedded at named places", fix: drawing) { bench in
            try await bench.begin()
            try await bench.go("root", .embed("a", at: "side"), .embed("b", at: "panel"), .show("c"))
            try await bench.go("c", .embed("d"))
            try await bench.go("root", .embed("e", at: "side"))
        },
        Self("what is embedded embeds, and has stacks", fix: drawing) { bench in
            try await bench.begin(stacked: false)
            try await bench.go("root", .embed("a", stacked: true))
            try await bench.go("a", .embed("b"), .show("c"))
            try await bench.go("b", .embed("d", at: "side", stacked: true), .embed("e", at: "panel"))
            try await bench.go("d", .show("f"))
            try await bench.go("f", .embed("g"), .present("h"))
        },
        Self(
            "each module is drawn as itself", fix: "draw a scene as its own module says, whatever stands beside it."
        ) {
            bench in
            try await bench.begin()
            try await bench.go("root", .badge("one"), .embed("a"))
            try await bench.go("a", .badge("two", at: "panel"))
            try await bench.go("root", .embed("b", at: "side"), .badge("three", at: "side"))
        },
        Self("several come in in one turn, and some go again", fix: drawing) { bench in
            try await bench.begin()
            try await bench.goAtOnce("root", [.show("a"), .present("b"), .embed("c"), .show("d"), .present("e")])
            try await bench.goAtOnce("root", [.embed("f"), .embed("g"), .unembed("panel"), .embed("h", at: "side")])
            try await bench.goAtOnce("a", [.show("i"), .close("i"), .show("j")])
        },
        Self("another root takes the place of all", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"), .present("c"))
            try await bench.go("b", .replace("new", stacked: false))
            try await bench.go("new", .present("d"), .replace("newer"))
            try await bench.go("newer", .show("e"))
        },
    ]

    static let waysOut = [
        Self("a page is popped", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"))
            try await bench.go("b", .pop)
            try await bench.go("a", .show("c"), .pop)
        },
        Self("all but the first are popped", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .show("b"), .show("c"))
            try await bench.go("b", .embed("d"))
            try await bench.go("d", .popToRoot)
            try await bench.go("root", .popToRoot)
        },
        Self("a modal layer is dismissed", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a", stacked: true), .present("b"), .present("c"))
            try await bench.go("a", .show("d"))
            try await bench.go("b", .dismiss)
            try await bench.go("d", .dismiss)
            try await bench.go("c", .dismiss)
        },
        Self("what is embedded is taken out", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .embed("a", stacked: true), .embed("b", at: "side"))
            try await bench.go("a", .show("c"), .embed("d"))
            try await bench.go("root", .unembed("side"))
            try await bench.go("c", .unembed())
            try await bench.go("root", .embed("e", at: "side"), .embed("f"), .unembed("panel"))
        },
        Self("a scene closes as fits where it stands", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .embed("b"), .present("c"), .present("d"))
            try await bench.go("b", .close())
            try await bench.go("root", .close("c"))
            try await bench.go("a", .close())
            try await bench.go("d", .close())
        },
        Self("what a module presented goes with it, from among others", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.go("a", .present("b"), .embed("c"))
            try await bench.go("root", .present("d"))
            try await bench.go("c", .present("e"), .show("f"))
            try await bench.go("b", .present("g"))
            try await bench.go("a", .unembed("panel"), .pop)
        },
        Self("a window is closed, and opens again", fix: removing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"), .present("b"))
            bench.did("the application closes the window, and puts again into it")
            try bench.navigator.close()
            try await bench.look()
            try bench.navigator.replace(by: HostConformance.Page(), with: "again", stacked: true)
            try await bench.look()
            try await bench.go("again", .show("c"))
        },
    ]
}
