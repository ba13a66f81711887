import MillraceModules
import Millrace
import Testing

// Bugs of modules that are removed while their router continues.
@MainActor struct RouteOfManyStepsTests {
    // Symptom: the program stopped.
    // Cause: the text of the fault needs the position of the scene. The layer, the window or the page below was removed with
    // the scene.
    @Test(
        "a router that continues after its scene was removed is a fault, whatever the position of the scene was",
        arguments: [[Walker.Way.close], [.replace("new")], [.popToRoot]])
    func continues(ways: [Walker.Way]) async throws {
        try await withEngine(faults: [.invalidNavigation]) { engine in
            let window = Navigator(root: Walker(), with: "root", stacked: ways == [.popToRoot], on: engine)
            window.walk("root", .show("a"))
            window.walk("a", .show("b"))
            let last = try #require(window.tree.scenes.last)
            window.store(of: last.id, as: Walker.self)?.send(ways + [.present("late")])
            #expect(!window.walkers.contains("b") && !window.walkers.contains("late"))
        }
    }

    // Symptom: a fault that no application could avoid.
    // Cause: the parent was sent the removal of its child, and was removed before that turn.
    @Test("a module that closes its child and then itself does not receive the removal of the child")
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
