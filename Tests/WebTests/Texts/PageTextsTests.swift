import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// The built-in texts are in the language of the page.
@MainActor @Suite struct PageTextsTests {
    nonisolated static let languages: [PageTexts] = [.english, .german, .french, .spanish, .japanese]

    @Test("Texts · each included language has each text, with the same placeholders", arguments: languages)
    func complete(texts: PageTexts) {
        for key in PageTexts.Key.allCases {
            #expect(texts.contains(key), "\(key)")
            for placeholder in ["{0}", "{1}", "{2}", "{3}"] {
                #expect(
                    texts[key].contains(placeholder) == PageTexts.english[key].contains(placeholder), "\(key)")
            }
        }
        #expect(Set(PageTexts.Key.allCases.map { texts[$0] }).count == PageTexts.Key.allCases.count)
    }

    @Test("Texts · the included languages differ, and a region does not matter") func languages() {
        for (code, texts) in [("de-AT", PageTexts.german), ("FR", .french), ("es_MX", .spanish), ("ja", .japanese)] {
            #expect(PageTexts.included(for: code) == texts)
        }
        #expect(PageTexts.included(for: "deu") == nil)
        #expect(Set(Self.languages.map { $0[.pageNotFound] }).count == 5)
    }

    @Test("Texts · a value cannot insert another value, and a missing text is in English") func values() {
        let texts = PageTexts([.outOfRange: "{2} > {0} {9} {", .back: "Terug"])
        #expect(texts.text(.outOfRange, ["{1}", "b", "c"]) == "c > {1} {9} {")
        #expect(texts[.back] == "Terug" && texts[.close] == "Close")
    }

    @Test("Texts · pages, fields, forms and limits use the texts of their session") func pages() throws {
        let fixture = PageTexts.$current.withValue(.german) { PageFixture() }
        let browser = try fixture.connectBrowser(at: "/items/2")
        #expect(browser.replica.outline.contains("“Zurück”"))
        try browser.press("Basket")
        #expect(try browser.type("\"12\"", into: "Count").contains("12 liegt nicht zwischen 1 und 9."))
        try browser.press("Done")
        let form = try browser.reference(of: "post")
        browser.send(form, #"{"name":["a"],"count":["x"]}"#)
        try browser.receiveFrames()
        #expect(
            browser.replica.acknowledgements.last?
                .contains("„x“ ist für „count“ nicht gültig. Erwartet wird eine ganze Zahl.") == true)
        #expect(fixture.page.receive("?", on: browser.connection) == PageTexts.german[.invalidMessage])
        let content = fixture.page.submit([("r", "999")], number: fixture.page.content().sequence)
        #expect(content.message == "Dieses Bedienelement gibt es nicht mehr.")
    }

    #if Web || App
        @Test("Texts · the language of a server sets its texts, and the application can replace them") func server() {
            var configuration = LivePages.Configuration()
            configuration.language = "ja"
            #expect(configuration.texts == .japanese)
            configuration.texts[.back] = "もどる"
            configuration.language = "nl"
            #expect(configuration.texts[.back] == "もどる")
            let response = RequestError.notFound.response(.french, language: "fr")
            let html = String(decoding: response.body, as: UTF8.self)
            #expect(html.contains("Page introuvable.") && html.contains("lang=\"fr\""))
            let document = Document.html(
                PageContent(title: "", html: "", sequence: 1, checksum: 0, url: "/"), session: "s", configuration)
            #expect(document.contains("接続がありません"))
        }
    #endif
}
