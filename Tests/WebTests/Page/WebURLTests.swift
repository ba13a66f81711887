import Millrace
import MillraceModules
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// URLs with typed parts and parameters.
@Suite struct WebURLTests {
    private enum Sort: String { case name, price }

    private struct ItemsURL: WebURL {
        var category = "all"
        var sort = Sort.name
        var page = 1
        var search: String?
        static let pattern: [WebURLPart<ItemsURL>] = [
            "shop/items", .part(\.category), .query("sort", \.sort), .query("page", \.page), .query("q", \.search),
        ]
    }

    private func read(_ text: String) -> ItemsURL? {
        var path = WebPath(text)
        return path.take(ItemsURL.self)
    }

    @Test("Pages · one definition writes and reads a URL, and omits initial values") func bothDirections() {
        #expect(ItemsURL().path == "shop/items/all")
        let url = ItemsURL(category: "a/b?c%d", sort: .price, page: 3, search: "x & y=z+1#ü")
        #expect(url.path == "shop/items/a%2Fb%3Fc%25d?sort=price&page=3&q=x%20%26%20y%3Dz%2B1%23%C3%BC")
        let same = read("/" + url.path)
        #expect(same?.category == "a/b?c%d" && same?.sort == .price && same?.page == 3 && same?.search == "x & y=z+1#ü")
    }

    @Test("Pages · a link to a URL leads to the same page from every path") func links() {
        let url = ItemsURL(page: 2)
        func source(@HTMLBuilder<Int> _ content: () -> HTML<Int>) -> String {
            var writer = HTMLWriter()
            for node in content().nodes { writer.write(node) }
            return writer.source
        }
        #expect(source { link(to: url) { "x" } } == "<a href=\"/shop/items/all?page=2\">x</a>")
        #expect(source { link(to: url, send: 1) { "x" } } == "<a href=\"/shop/items/all?page=2\">x</a>")
    }

    @Test("Pages · a missing or malformed parameter keeps its initial value, another path is not read")
    func malformed() {
        let url = read("/shop/items/x?page=many&sort=%&other=1&page=7&q=")
        #expect(url?.page == 1 && url?.sort == .name && url?.search == "" && url?.category == "x")
        #expect(read("/shop/items") == nil && read("/shop/x/y") == nil && read("/") == nil)
        var path = WebPath("/shop/other?sort=price")
        #expect(path.take(ItemsURL.self) == nil)
        #expect(path == WebPath("/shop/other?sort=price"))
    }

    @Test("Pages · parameters are taken one by one, and a path ignores their order") func parameters() {
        var path = WebPath("/a?x=1&y=b+c&x=2&flag&=&#z?x=3")
        #expect(path.take(query: "x", as: Int.self) == 1)
        #expect(path.take(query: "x", as: Int.self) == 2)
        #expect(path.take(query: "x", as: Int.self) == nil)
        #expect(path.take(query: "y", as: String.self) == "b c")
        #expect(path.take(query: "flag", as: String.self) == "")
        #expect(path.take("a") && path.isEmpty)
        #expect(WebPath("/a?x=1&y=2") == WebPath("a?y=2&x=1"))
        #expect(WebPath("/a?x=1") != WebPath("/a?x=2"))
        let many = (0..<1_000).map { "p\($0)=1" }.joined(separator: "&")
        #expect(WebPath("/?" + many).query.count == WebPath.maxParameters)
    }
}

/// Queries in the URL of a page, and Back.
@MainActor @Suite struct QueryTests {
    let fixture = PageFixture(root: Catalog())

    private var url: Catalog.URL { get throws { try fixture.store(of: Catalog.self).url } }
    private var outline: String { fixture.navigator?.tree.description ?? "" }

    @Test("Pages · the query follows the state, and replaces the entry in the history") func follows() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("By price")
        #expect(browser.replica.location == #"{"i":0,"a":"/?sort=price","how":"replace"}"#)
        try browser.press("Open 3")
        #expect(browser.replica.location == #"{"i":1,"a":"/detail/3?sort=price","how":"push"}"#)
        try browser.press("Reviews")
        #expect(browser.replica.location == #"{"i":1,"a":"/detail/3?sort=price&tab=reviews","how":"replace"}"#)
        try browser.go(0, "/?sort=price")
        #expect(outline == "Catalog" && browser.replica.location == #"{"i":0,"a":"/?sort=price","how":"replace"}"#)
        try browser.press("By name")
        #expect(browser.replica.location == #"{"i":0,"a":"/","how":"replace"}"#)
    }

    @Test(
        "Pages · a URL with a query is opened",
        arguments: [
            ("/?sort=price&page=2", "price 2", "/?sort=price&page=2"), ("/?page=x&utm=1", "name 1", "/"),
            ("/detail/4?tab=reviews&page=2", "name 2", "/detail/4?page=2&tab=reviews"),
            ("/detail/4", "name 1", "/detail/4"),
        ])
    func opened(url: String, text: String, shown: String) throws {
        let content = fixture.page.open(url)
        #expect(content.isFound && content.url == shown)
        #expect(content.html.contains("<p>\(text)</p>"))
        // Without a parameter, the page shows the initial value.
        #expect(fixture.page.open("/").url == "/")
        #expect(fixture.faults.isEmpty)
    }

    @Test("Pages · Back closes a sheet without a URL, and Forward opens it again") func sheet() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Note")
        #expect(browser.replica.location == #"{"i":1,"a":"/","how":"push"}"#)
        try browser.go(0, "/")
        #expect(outline == "Catalog")
        try browser.go(1, "/")
        #expect(outline == "Catalog\n= Note")
        try browser.press("Close")
        #expect(outline == "Catalog" && browser.replica.location == #"{"i":0,"a":"/","how":"back"}"#)
        try browser.check()
    }

    @Test("Pages · after a link from another site, Back leads to the screens below") func deepLink() throws {
        let content = fixture.page.open("/detail/3?sort=price")
        #expect(content.trail == ["/?sort=price"])
        let browser = try fixture.connectBrowser()
        #expect(browser.replica.location?.contains(#""i":1"#) == true)
        try browser.go(0, "/?sort=price")
        #expect(outline == "Catalog")
        try browser.go(1, "/detail/3?sort=price")
        #expect(outline == "Catalog\n› Detail")
    }

    @Test("Pages · in a document, an element of a covered page has no ID of a visible element") func coveredIDs()
        throws
    {
        let gadget = PageFixture(root: Gadget())
        let html = gadget.page.open("/detail/3").html
        #expect(gadget.page.url == "/detail/0")
        // Both pages have an element with this ID.
        #expect(html.ranges(of: " id=\"text\"").count == 1 && html.ranges(of: " data-m-id=\"text\"").count == 1)
        // A style sheet can show the covered page beside the other one.
        #expect(html.contains(#" id="upper""#) && html.ranges(of: "data-m-id").count == 1)
    }

    @Test("Pages · each page has a main landmark and a heading") func landmarks() throws {
        let html = fixture.page.open("/detail/3").html
        #expect(html.contains(#"class="m-window" role="main""#))
        #expect(
            html.contains(#"<h1 class="m-title">Catalog</h1>"#) && !html.contains(#"<h1 class="m-title">Detail</h1>"#))
        let own = PageFixture(root: TestModule { _ in main { h3 { "Own" } } }).page.content().html
        #expect(!own.contains("role=\"main\"") && !own.contains("m-title"))
    }
}
