import MillraceModules
import Millrace
import Testing

// Stories of modules that go in the middle of what they ask for, each found by an adversarial reading.
@MainActor struct RouteOfManyStepsTests {
    // The fault that says so asked where the scene stands; the layer, the window or the page below had gone with it. It
    // stopped the program.
    @Test(
        "a router that goes on after its scene has gone is told so, wherever the scene stood",
        arguments: [[Walker.Way.close], [.replace("new")], [.popToRoot]])
    func goesOn(ways: [Walker.Way]) async throws {
        try await withEngine(faults: [.invalidNavigation]) { engine in
            let window = Navigator(root: Walker(), with: "root", stacked: ways == [.popToRoot], on: engine)
            window.walk("root", .show("a"))
            window.walk("a", .show("b"))
            let last = try #require(window.tree.scenes.last)
            window.store(of: last.id, as: Walker.self)?.send(ways + [.present("late")])
            #expect(!window.walkers.contains("b") && !window.walkers.contains("late"))
        }
    }

    // The parent was sent that the child had gone, and went before the turn of that: it was a fault that nobody could avoid.
    @Test("a module that closes its child and then itself need not hear that the child has gone")
    func childAndSelf() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Walker(), with: "root", stacked: true, on: engine)
            window.walk("root", .show("a"))
            window.walk("a", .present("m"))
            window.walk("a", .closePort("m"), .close)
            #expect(window.walkers == ["root"])
        }
    }
}
