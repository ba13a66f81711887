#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        @Suite struct MountBrowserTests {
            @Test("Hummingbird · a page below a path follows links, Back and a reload there, beside one at the root")
            func mounted() async throws {
                try await MountFixture.run { fixture in
                    let (admin, root) = (try await Browser.shared.tab(), try await Browser.shared.tab())
                    try await admin.open("http://\(fixture.host)/back/office")
                    try await admin.untilLive()
                    try await root.open("http://\(fixture.host)/")
                    try await root.untilLive()
                    let href = "return document.querySelector('#m-page li a').getAttribute('href')"
                    #expect(try await admin.run(href).text == "/back/office/items/1")
                    #expect(try await root.run(href).text == "/items/1")
                    try await admin.clickLabel("Like 0")
                    try await admin.until(
                        "[...document.querySelectorAll('button')].some((e) => e.textContent === 'Like 1')")
                    try await admin.clickLabel("Item 2")
                    try await admin.until("location.pathname === '/back/office/items/2'")
                    try await root.clickLabel("Item 3")
                    try await root.until("location.pathname === '/items/3'")
                    try await admin.run("location.reload()")
                    try await admin.untilLive()
                    try await admin.until("document.querySelector('#text')")
                    try await admin.back()
                    try await admin.until("location.pathname === '/back/office/'")
                    try await admin.until(
                        "[...document.querySelectorAll('button')].some((e) => e.textContent === 'Like 1')")
                    for tab in [admin, root] { try await tab.close() }
                }
            }
        }
    }
#endif
