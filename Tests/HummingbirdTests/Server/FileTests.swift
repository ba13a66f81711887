#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Files", .timeLimit(.minutes(20))) struct FileTests {
        @Test("M15 · a file is sent once, and again when its content changes") func files() async throws {
            let file = WebFile("/a b.css", type: "text/css", bytes: Array("p{}".utf8))
            #expect(file.entityTag != WebFile("/", type: "", bytes: Array("p{ }".utf8)).entityTag)
            try await withServer({ $0.files = [WebFile("/a.css", type: "text/css", bytes: file.bytes)] }) { fixture in
                let first = try await fixture.get("/a.css?v=1")
                #expect(first.status == 200 && first["content-type"] == "text/css" && first.body == "p{}")
                #expect(first["cache-control"] == "no-cache" && first["etag"] == file.entityTag)
                for tag in [file.entityTag, "W/\(file.entityTag)", "\"x\", \(file.entityTag)", "*"] {
                    let second = try await fixture.get("/a.css", "If-None-Match: \(tag)\r\n")
                    #expect(second.status == 304 && second.body.isEmpty && second["etag"] == file.entityTag)
                }
                #expect(try await fixture.get("/a.css", "If-None-Match: \"x\"\r\n").status == 200)
                let head = try await fixture.answer(to: fixture.head("HEAD /a.css"))
                #expect(head.status == 200 && head["content-length"] == "3" && head.body.isEmpty)
                #expect(await fixture.server.resources.sessions == 0)
            }
        }

        @Test(
            "M15 · the script, the style sheets and the icon are served",
            arguments: ["millrace.js", "millrace.css", "style.css", "icon.svg"])
        func own(name: String) async throws {
            try await withServer({ $0.files = [WebFile("/millrace/\(name)", type: "text/plain", bytes: [])] }) {
                fixture in
                let response = try await fixture.get("/millrace/\(name)")
                #expect(response.status == 200 && !response.body.isEmpty && response["content-type"] != "text/plain")
            }
        }
    }
#endif
