#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Documents", .timeLimit(.minutes(20))) struct DocumentTests {
        @Test("M15 · a page is served as a document with escaped values") func document() async throws {
            try await withServer({ configuration in
                configuration.stylesheets = ["/a.css?x=1&y=\"2\""]
                configuration.scripts = ["/a.js"]
                configuration.language = "de"
            }) { fixture in
                let response = try await fixture.get("/notes/3?sort=name")
                let id = try #require(response.session)
                #expect(response.status == 200 && response["content-type"] == "text/html; charset=utf-8")
                #expect(response["cache-control"] == "no-store")
                let version = try #require(response.body.firstMatch(of: /data-version="([0-9a-f]+-\d+)"/)).1
                try await fixture.factory.waitFor(.opened(id, url: "/notes/3?sort=name"))
                #expect(
                    response.body == """
                        <!doctype html><html lang="de" data-session="\(id)" data-version="\(version)" data-base="" \
                        data-seq="7" data-checksum="2" data-trail="[]" \
                        data-texts="\(Document.escape(Document.clientTexts(.german)))" data-few><head>\
                        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
                        <title>A &lt;b&gt;</title><link rel="stylesheet" href="/millrace/millrace.css">\
                        <link rel="stylesheet" href="/millrace/style.css">\
                        <link rel="stylesheet" href="/a.css?x=1&amp;y=&quot;2&quot;">\
                        <script type="module" src="/millrace/millrace.js"></script>\
                        <script type="module" src="/a.js"></script><link rel="icon" href="/millrace/icon.svg"></head><body>\
                        <form id="m-form" method="post" action="/millrace/send?s=\(id)&amp;q=7" novalidate hidden>\
                        <button name="r" value="" hidden></button></form>\
                        <div id="m-status" role="status" hidden></div><div id="m-page"><p>one</p></div></body></html>
                        """)
            }
        }

        @Test("M15 · a live connection sends the hello and receives the page's frames") func live() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened, url: "/notes/3", client: "client")
                let hello = Hello(session: opened.session, client: "client", sequence: 7, url: "/notes/3")
                try await fixture.factory.waitFor(.connected(opened.session, hello, isNew: false))
                await client.send("echo")
                #expect(await client.next() == .init(code: 1, payload: Array("echoed".utf8)))
                await client.send(8, [3, 232])
                #expect(await client.closeFrame().code == 1000)
                try await fixture.factory.waitFor(.disconnected(opened.session))
            }
        }
    }
#endif
