import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// The page of a newcomer, who had only the guide.
@MainActor @Suite struct WorkshopTests {
    @Test("Guides · a newcomer's page has a chart, a table with a query, a file and a canvas") func page()
        async throws
    {
        let fixture = PageFixture(root: Workshop())
        Workshop.readSales(on: fixture.engine)
        let store = try fixture.store(of: Workshop.self)
        let browser = try fixture.connectBrowser(at: "/?sort=amount")
        #expect(store.url == Workshop.URL(sort: .amount))
        try browser.press("Day")
        #expect(browser.replica.location == #"{"i":0,"a":"/","how":"replace"}"#)

        let file = FileUpload(name: "sales.csv", bytes: Array("Sunday,70\nTuesday,20\nwrong\n".utf8))
        let field = try Workshop().render(store.state).field("Sales")
        try await store.send(try field.choose(file)).finished()
        #expect(store.sales.map(\.day) == ["Sunday", "Tuesday"] && store.progress == nil)

        let page = Workshop().render(store.state)
        #expect(page.html.contains(##"<rect x="0" y="0" width="30" height="100" fill="#3366cc"></rect>"##))
        #expect(page.faults.isEmpty)
        for (phase, x) in [(0, 1), (1, 2), (2, 3)] {
            #expect(try browser.report("drag", "[\(phase),1,1,\(x),5]", of: "Your notes").hasSuffix(",0]"))
        }
        #expect(store.strokes == [[(1, 1), (1, 5), (2, 5), (3, 5)].map { PagePoint(x: $0.0, y: $0.1) }])
        try browser.check()
    }
}
