#if Web
    import Testing

    @testable import MillraceWeb

    @Suite("The server's documents", .timeLimit(.minutes(10))) struct ServedDocumentTests {
        @Test("M15 · a page is served as a document, with all around it escaped") func document() async throws {
            try await serving({ configuration in
                configuration.stylesheets = ["/a.css?x=1&y=\"2\""]
                configuration.scripts = ["/a.js"]
                configuration.language = "de"
            }) { served in
                let answer = try await served.get("/notes/3?sort=name")
                let id = try #require(answer.session)
                #expect(answer.status == 200 && answer["content-type"] == "text/html; charset=utf-8")
                #expect(answer["cache-control"] == "no-store")
                try await served.house.hear(.opened(id, address: "/notes/3?sort=name"))
                #expect(
                    answer.body == """
                        <!doctype html><html lang="de" data-session="\(id)" data-seq="7" data-nodes="2"><head>\
                        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
                        <title>A &lt;b&gt;</title><link rel="stylesheet" href="/millrace/millrace.css">\
                        <link rel="stylesheet" href="/a.css?x=1&amp;y=&quot;2&quot;">\
                        <script type="module" src="/millrace/millrace.js"></script>\
                        <script type="module" src="/a.js"></script><link rel="icon" href="/millrace/icon.svg"></head><body>\
                        <form id="m-form" method="post" action="/millrace/send?s=\(id)&amp;q=7" hidden>\
                        <button name="r" value="" hidden></button></form>\
                        <div id="m-status" role="status" hidden></div><div id="m-page"><p>one</p></div></body></html>
                        """)
            }
        }

        @Test("M15 · a live connection says what it shows, and then all that the page says") func live() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                let live = try await LiveCaller(served, opened, address: "/notes/3")
                let hello = Hello(session: opened.session, client: "client", shown: 7, address: "/notes/3")
                try await served.house.hear(.connected(opened.session, hello, isNew: false))
                await live.say("echo")
                #expect(await live.next() == .init(code: 1, payload: Array("echoed".utf8)))
                await live.send(8, [3, 232])
                #expect(await live.closeFrame().code == 1000)
                try await served.house.hear(.disconnected(opened.session))
            }
        }
    }
#endif
