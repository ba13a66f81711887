import MillraceModules
import Foundation
import GuideBlocks
import Millrace
import Testing

/// Checks the table in *Modules*, which has the effect of each operation for each position of a module.
@MainActor struct RouteTableTests {
    /// The scene that requests is "x". Every other scene has its own name, which shows what was removed.
    nonisolated static let places: [(name: String, isStacked: Bool, ways: [(String, Way)])] = [
        ("root, alone", false, []),
        ("root, first of a stack", true, [("x", .show("a")), ("a", .show("b"))]),
        ("pushed on the root's stack", true, [("root", .show("a")), ("a", .show("x")), ("x", .show("b"))]),
        ("modal, alone", false, [("root", .present("x"))]),
        (
            "modal, first of a stack", true,
            [("root", .present("x", stacked: true)), ("x", .show("a")), ("a", .show("b"))]
        ),
        (
            "pushed on a modal's stack", false,
            [("root", .present("m", stacked: true)), ("m", .show("a")), ("a", .show("x")), ("x", .show("b"))]
        ),
        ("embedded in the root", false, [("root", .embed("panel", "x"))]),
        (
            "embedded in a pushed page", true,
            [("root", .show("a")), ("a", .show("p")), ("p", .embed("panel", "x")), ("p", .show("b"))]
        ),
        ("embedded in a modal", true, [("root", .present("m")), ("m", .embed("panel", "x"))]),
        (
            "embedded, first of a stack", true,
            [("root", .show("p")), ("p", .embed("panel", "x", stacked: true)), ("x", .show("a")), ("a", .show("b"))]
        ),
        (
            "pushed on an embedded stack", false,
            [
                ("root", .embed("panel", "p", stacked: true)), ("p", .show("a")), ("a", .show("x")), ("x", .show("b")),
            ]
        ),
    ]

    nonisolated static let verbs: [(name: String, way: Way)] = [
        ("replace", .replace("new")), ("present", .present("new")), ("show", .show("new")),
        ("embed", .embed("own", "new")), ("dismiss", .dismiss), ("pop", .pop), ("popToRoot", .popToRoot),
        ("unembed", .unembed()), ("close", .close()),
    ]

    @Test("the table has a row for each position, and a column for each operation")
    func isComplete() throws {
        let table = try table()
        #expect(table.rows.map(\.place) == Self.places.map(\.name))
        #expect(table.verbs == Self.verbs.map(\.name))
        #expect(table.rows.allSatisfy { $0.cells.count == Self.verbs.count })
    }

    @Test("each operation has the effect in its cell of the table", arguments: RouteTableTests.places.indices)
    func effects(place number: Int) async throws {
        let (place, isStacked, ways) = Self.places[number]
        let row = try #require(try table().rows.first { $0.place == place })
        for ((verb, way), cell) in zip(Self.verbs, row.cells) {
            let fixture = EngineFixture()
            let first = number < 2 ? "x" : "root"
            let window = fixture.window(first, stacked: isStacked)
            for (name, way) in ways { window.go(name, way) }
            try #require(fixture.faults.isEmpty)
            let before = window.tree
            let position = try #require(
                before.scenes.first { window.store(of: $0.id, as: Page.self)?.state.name == "x" })
            window.go("x", way)
            #expect(result(of: window, before, position, fixture) == cell, "\(place), \(verb)")
        }
    }

    /// The effect, in the words of the table.
    private func result(of window: Navigator, _ before: SceneTree, _ scene: Navigator.Scene, _ fixture: EngineFixture)
        -> String
    {
        let after = window.tree
        if let new = after.scenes.first(where: { before[$0.id] == nil }) {
            switch new.position {
            case .root: return after.scenes.count == 1 ? "new root" : "?"
            case .modal: return "new layer"
            case .place(let name, let host): return host == scene.id && name == "own" ? "at the place" : "?"
            case .above: return "pushed"
            }
        }
        let removed = before.scenes.map(\.id).filter { after[$0] == nil }
        if !fixture.faults.isEmpty {
            return removed.isEmpty && fixture.faultKinds == [.invalidNavigation] ? "fault" : "?"
        }
        let matches = [
            "layer goes": before.layer(of: scene), "place goes": before.place(of: scene),
            "page goes": before.page(of: scene), "others go": before.others(besides: scene),
        ].filter { !$1.isEmpty && $1.sorted() == removed.sorted() }
        return matches.count == 1 ? matches.keys.first ?? "?" : "\(matches.keys.sorted())"
    }

    private func table() throws -> (verbs: [String], rows: [(place: String, cells: [String])]) {
        let rows = try Guide.text(at: "Sources/Millrace/Millrace.docc/Modules.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) } }
        return (Array(rows[0].dropFirst()), rows.dropFirst().map { ($0[0], Array($0.dropFirst())) })
    }
}

extension SceneTree {
    /// The stacks or single scenes that contain a scene, the nearest first: its own, its host's, and so on.
    private func surroundings(of scene: Navigator.Scene) -> [(pages: [Navigator.Scene], page: Navigator.Scene)] {
        var (first, host): (Navigator.Scene, Navigator.Scene?) = (scene, nil)
        while case .above(let lower) = first.position, let below = self[lower] { first = below }
        if case .place(_, let id) = first.position { host = self[id] }
        var pages = [first]
        while let last = pages.last, let next = scenes.first(where: { $0.position == .above(last.id) }) {
            pages.append(next)
        }
        return [(pages, scene)] + (host.map { surroundings(of: $0) } ?? [])
    }

    /// These scenes, and those that are embedded in them.
    private func all(_ pages: some Sequence<Navigator.Scene>) -> [Navigator.Scene.ID] {
        pages.flatMap { page in [page.id] + embedded(in: page.id).flatMap { all($0.scenes) } }
    }

    fileprivate func layer(of scene: Navigator.Scene) -> [Navigator.Scene.ID] {
        surroundings(of: scene).last.map { $0.pages[0].position == .modal ? all($0.pages) : [] } ?? []
    }

    fileprivate func place(of scene: Navigator.Scene) -> [Navigator.Scene.ID] {
        let place = surroundings(of: scene).first { if case .place = $0.pages[0].position { true } else { false } }
        return place.map { all($0.pages) } ?? []
    }

    fileprivate func page(of scene: Navigator.Scene) -> [Navigator.Scene.ID] {
        let stack = surroundings(of: scene).first { $0.pages[0].isStacked }
        guard let stack, stack.page.id != stack.pages[0].id else { return [] }
        return all(stack.pages.drop { $0.id != stack.page.id })
    }

    fileprivate func others(besides scene: Navigator.Scene) -> [Navigator.Scene.ID] {
        surroundings(of: scene).first { $0.pages[0].isStacked }.map { all($0.pages.dropFirst()) } ?? []
    }
}
