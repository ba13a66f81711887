import MillraceModules
import Millrace
import Testing

struct RouteTests {
    @Test("routes are combined in order, two or many at once")
    func combining() {
        let route = Route<Page>.popToRoot.and(.show(Page(), with: "a")).and(.none).and(.close("b"))
        #expect(route.operations.map { "\($0.verb)" } == ["popToRoot", "show", "close \"b\""])
        #expect(route == .sequence([.popToRoot, .sequence([.show(Page(), with: "a"), .close("b")]), .none]))
        #expect(Route<Page>.sequence([]) == .none && Route<Page>.none.operations.isEmpty)
    }

    @Test("combining routes does not change them")
    func values() {
        let (one, other): (Route<Page>, Route<Page>) = (.pop, .dismiss)
        #expect(one.and(other).operations == [.pop, .dismiss])
        #expect(one == .pop && other == .dismiss)
    }

    @Test("routes are compared by their operations, and printed as them")
    func comparing() {
        #expect(Route<Page>.show(Page(), with: "a") != .show(Page(), with: "b"))
        #expect(Route<Page>.show(Page(), with: "a") == .show(Page(), with: "a", as: Page.Action.childEvent))
        #expect(Route<Page>.unembed != .unembed("panel") && Route<Page>.close != .close("a"))
        let route = Route<Page>.pop.and(.present(Page(), with: "m", stacked: true))
        #expect("\(route)" == "[pop, present Page(m), stacked]")
    }
}

extension Route {
    /// Closes the page on the port of this name.
    fileprivate static func close(_ name: String) -> Route { close(Navigator.Port<Page>(name)) }
}
