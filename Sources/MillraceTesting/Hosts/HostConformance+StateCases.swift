import MillraceModules
import Millrace

// Cases about state changes, and about attaching and detaching hosts.

private let redrawFix =
    "subscribe to the store of each added scene, and draw the scene again when its state changes."
private let attachFix =
    "draw the scenes that draw(_:of:) receives when the host is attached, and keep the scenes of each navigator apart."

extension HostConformance.Case {
    static let stateChanges = [
        Self("a changed state is drawn", fix: redrawFix) { bench in
            try await bench.begin()
            for number in 1...3 { try await bench.note("root", "number \(number)") }
        },
        Self("changed states of covered and embedded scenes are drawn", fix: redrawFix) { bench in
            try await bench.begin()
            try await bench.go("root", .embed("a"), .show("b"), .present("c", stacked: true))
            try await bench.go("c", .show("d"), .embed("e"))
            for name in ["root", "a", "b", "c", "d", "e"] { try await bench.note(name, "changed") }
            try await bench.go("c", .dismiss)
            try await bench.go("b", .pop)
        },
        Self("a state that changes together with the tree is drawn", fix: redrawFix) { bench in
            try await bench.begin()
            try await bench.go("root", .present("a"))
            try await bench.go("a", .present("b"))
            try await bench.go("root", .close("a"))
            try await bench.go("root", .replace("new"))
            try await bench.note("new", "changed")
        },
        Self("many state changes in a row", fix: redrawFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            bench.log("a and root receive 500 actions each")
            for _ in 1...500 {
                for name in ["a", "root"] { try bench.page(name).store.send(.add) }
            }
            try await bench.compareSnapshots()
        },
        Self("special characters are escaped", fix: "escape the characters that have a meaning in the host's markup.") {
            bench in
            try await bench.begin()
            try await bench.go("root", .embed("<b>bold</b> & \"quoted\""))
            for text in specialTexts { try await bench.note("root", text) }
        },
    ]

    /// Texts with a special expected in some markup language.
    private static let specialTexts = [
        "<script>document.body.remove()</script>", "</div></body></html><!--", "-->", "\" onload=\"alert(1)\" '",
        "&amp; &lt; &#60; &nbsp;", "]]> <![CDATA[", "${1 + 1} `x` {{ y }} \\(z) %@ %s %n \\n \\u0041",
        "*bold* _em_ # [a](b)",
        "👩‍🚀👨‍👩‍👧‍👦🇩🇪 e\u{301} ﷽ Z͑ͫͣa", "שלום עולם \u{200F}right\u{200E} to left", "nul\u{FFFD} \u{202E}reversed\u{202C}",
    ]

    static let attaching = [
        Self("a host is attached to an existing tree", fix: attachFix) { bench in
            bench.open()
            try await bench.go("root", .show("a"), .embed("b", stacked: true), .present("c", stacked: true))
            try await bench.go("b", .show("d"), .present("e"))
            try await bench.go("c", .show("f"))
            try await bench.note("a", "noted before")
            try await bench.attach()
            try await bench.go("f", .pop)
            try await bench.note("b", "noted after")
        },
        Self("a host is attached to a closed window", fix: attachFix) { bench in
            bench.open()
            try bench.navigator.close()
            try await bench.attach()
            try bench.navigator.replace(by: HostConformance.Page(), with: "again", stacked: true)
            try await bench.go("again", .show("a"))
        },
        Self("a host is detached, and another is attached after the root was replaced", fix: attachFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            await bench.detach()
            try await bench.go("a", .present("b"), .replace("new", stacked: false))
            try await bench.attach()
            try await bench.go("new", .show("c"))
        },
        Self("two hosts draw one navigator", fix: attachFix) { bench in
            try await bench.begin()
            try await bench.go("root", .show("a"))
            try await bench.attach()
            try await bench.go("a", .present("b"), .embed("c"))
            try await bench.note("c", "noted")
            try await bench.go("a", .pop)
        },
        Self("two hosts show the result of a gesture in one of them", requires: [.tap, .back], fix: attachFix) {
            bench in
            try await bench.begin()
            try await bench.attach()
            try await bench.tap("Next", in: "root", by: 1)
            try await bench.tap("Add", in: "root+", by: 0)
            try await bench.back(from: "root+", by: 1)
        },
        Self("two windows of one engine are independent", fix: attachFix) { bench in
            try await bench.begin("one")
            try await bench.begin("two", stacked: false)
            try await bench.go("one", .show("a"))
            try await bench.go("two", .show("b"), .embed("c"))
            try await bench.note("c", "noted")
            try await bench.go("one", .replace("three"))
        },
    ]
}
