#if Web
    import Testing

    @testable import MillraceWeb

    @Suite("The server's files", .timeLimit(.minutes(10))) struct ServedFileTests {
        @Test("M15 · a file is sent once, and again when it is another") func files() async throws {
            let file = WebFile("/a b.css", type: "text/css", bytes: Array("p{}".utf8))
            #expect(file.tag != WebFile("/", type: "", bytes: Array("p{ }".utf8)).tag)
            try await serving({ $0.files = [WebFile("/a.css", type: "text/css", bytes: file.bytes)] }) { served in
                let first = try await served.get("/a.css?v=1")
                #expect(first.status == 200 && first["content-type"] == "text/css" && first.body == "p{}")
                #expect(first["cache-control"] == "no-cache" && first["etag"] == file.tag)
                for tag in [file.tag, "W/\(file.tag)", "\"x\", \(file.tag)", "*"] {
                    let second = try await served.get("/a.css", "If-None-Match: \(tag)\r\n")
                    #expect(second.status == 304 && second.body.isEmpty && second["etag"] == file.tag)
                }
                #expect(try await served.get("/a.css", "If-None-Match: \"x\"\r\n").status == 200)
                let head = try await served.answer(to: served.head("HEAD /a.css"))
                #expect(head.status == 200 && head["content-length"] == "3" && head.body.isEmpty)
                #expect(await served.server.census.sessions == 0)
            }
        }

        @Test(
            "M15 · the script, the style and the icon are served",
            arguments: ["millrace.js", "millrace.css", "icon.svg"])
        func own(name: String) async throws {
            try await serving({ $0.files = [WebFile("/millrace/\(name)", type: "text/plain", bytes: [])] }) { served in
                let answer = try await served.get("/millrace/\(name)")
                #expect(answer.status == 200 && !answer.body.isEmpty && answer["content-type"] != "text/plain")
            }
        }
    }
#endif
