import MillraceModules
import Millrace

// That what is drawn follows the states; and when hosts come and go.

private let redrawing =
    "draw a scene again when its store's state has changed: subscribe to the store when the scene begins."
private let beginning =
    "draw the scenes that are told when the host is attached, and keep a picture for each navigator."

extension HostConformance.Case {
    static let following = [
        Self("the drawing follows a state", fix: redrawing) { bench in
            try await bench.begin()
            for number in 1...3 { try await bench.note("root", "number \(number)") }
        },
        Self("the drawing follows the states of what is covered and embedded", fix: redrawing) { bench in
            try await bench.begin()
            try await bench.go("root", .embed("a"), .show("b"), .present("c", stacked: true))
            try await bench.go("c", .show("d"), .embed("e"))
            for name in ["root", "a", "b", "c", "d", "e"] { try await bench.note(name, "changed") }
            try await bench.go("c", .dismiss)
            try await bench.go("b", .pop)
        },
        Self("the drawing follows a state that changes with the tree", fix: redrawing) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a"))
            try await bench.go("a", .present("b"))
            try await bench.go("root", .close("a"))
            try await bench.go("root", .replace("new"))
            try await bench.note("new", "changed")
        },
        Self("many changes at once", fix: redrawing) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            bench.did("a and root count to 500")
            for _ in 1...500 {
                for name in ["a", "root"] { try bench.page(name).store.send(.add) }
            }
            try await bench.look()
        },
        Self("text is text", fix: "draw a text as it is: escape what means something in the markup that you make.") {
            bench in
            try await bench.begin()
            try await bench.go("root", .embed("<b>bold</b> & \"quoted\""))
            for text in hostile { try await bench.note("root", text) }
        },
    ]

    /// Texts that mean something in one markup or another.
    private static let hostile = [
        "<script>document.body.remove()</script>", "</div></body></html><!--", "-->", "\" onload=\"alert(1)\" '",
        "&amp; &lt; &#60; &nbsp;", "]]> <![CDATA[", "${1 + 1} `x` {{ y }} \\(z) %@ %s %n \\n \\u0041",
        "*bold* _em_ # [a](b)",
        "👩‍🚀👨‍👩‍👧‍👦🇩🇪 e\u{301} ﷽ Z͑ͫͣa", "שלום עולם \u{200F}right\u{200E} to left", "nul\u{FFFD} \u{202E}reversed\u{202C}",
    ]

    static let attaching = [
        Self("a host is attached when the tree is there already", fix: beginning) { bench in
            bench.open()
            try await bench.go("root", .show("a"), .embed("b", stacked: true), .present("c", stacked: true))
            try await bench.go("b", .show("d"), .present("e"))
            try await bench.go("c", .show("f"))
            try await bench.note("a", "noted before")
            try await bench.attach()
            try await bench.go("f", .pop)
            try await bench.note("b", "noted after")
        },
        Self("a host is attached to a window that is closed", fix: beginning) { bench in
            bench.open()
            try bench.navigator.close()
            try await bench.attach()
            try bench.navigator.replace(by: HostConformance.Page(), with: "again", stacked: true)
            try await bench.go("again", .show("a"))
        },
        Self("a host goes, and another comes when all has been replaced", fix: beginning) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            await bench.detach()
            try await bench.go("a", .present("b"), .replace("new", stacked: false))
            try await bench.attach()
            try await bench.go("new", .show("c"))
        },
        Self("two hosts draw one navigator", fix: beginning) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.attach()
            try await bench.go("a", .present("b"), .embed("c"))
            try await bench.note("c", "noted")
            try await bench.go("a", .pop)
        },
        Self("what a person does in one of two hosts, both show", requires: [.tap, .back], fix: beginning) { bench in
            try await bench.begin()
            try await bench.attach()
            try await bench.tap("Next", in: "root", by: 1)
            try await bench.tap("Add", in: "root+", by: 0)
            try await bench.back(from: "root+", by: 1)
        },
        Self("two windows of one engine are apart", fix: beginning) { bench in
            try await bench.begin("one")
            try await bench.begin("two", stacked: false)
            try await bench.go("one", .show("a"))
            try await bench.go("two", .show("b"), .embed("c"))
            try await bench.note("c", "noted")
            try await bench.go("one", .replace("three"))
        },
    ]
}
