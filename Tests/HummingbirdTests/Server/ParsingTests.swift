#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Parsing", .timeLimit(.minutes(20))) struct ParsingTests {
        private func refusal(of text: String) -> RequestError? {
            do throws(RequestError) {
                _ = try PageRequest(text)
                return nil
            } catch {
                return error
            }
        }

        @Test("M15 · a well-formed head is parsed") func good() throws {
            let head = try PageRequest(
                "GET /a/b?c=d HTTP/1.1\r\nHost: a\r\nX:\t y z \r\nConnection: keep-alive, Upgrade\nCookie: a=1; millrace=2=3"
            )
            #expect(head.method == "GET" && head.target == "/a/b?c=d" && head.path == "/a/b" && head.query == "c=d")
            #expect(head["host"] == "a" && head["x"] == "y z" && head["y"] == nil && head.bodyLength == 0)
            #expect(head.listValues("connection") == ["keep-alive", "upgrade"])
            #expect(head.cookie("millrace") == "2=3" && head.cookie("a") == "1" && head.cookie("b") == nil)
            #expect(
                try PageRequest("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999").bodyLength
                    == .max)
        }

        @Test("M15 · a malformed head is rejected") func malformed() async throws {
            let heads = [
                "GARBAGE", "GET /", "GET / HTTP/2.0\r\nHost: a", "G(T / HTTP/1.1\r\nHost: a",
                "GET /# HTTP/1.1\r\nHost: a", "GET http://a/ HTTP/1.1\r\nHost: a", "GET / HTTP/1.1",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b", "GET / HTTP/1.1\r\nHost: a\r\nno colon",
                "GET / HTTP/1.1\r\nHost: a\r\n: empty", "GET / HTTP/1.1\r\nHost: a\r\nX : y",
                "GET / HTTP/1.1\r\nHost: a\r\n folded: b", "GET / HTTP/1.1\r\nHost: a\u{0}",
                "GET / HTTP/1.1\r\nHost: a\rX: b", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x",
                "GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nOrigin: c",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
            ]
            try await withServer { fixture in
                for head in heads {
                    let response = try await fixture.answer(to: head + "\r\n\r\n")
                    #expect([400, 411, 421].contains(response.status), "\(head.debugDescription): \(response.status)")
                }
                #expect(await fixture.factory.pages.isEmpty)
            }
        }

        @Test("Server · no text of a head has combining marks, which take quadratic time") func marks() throws {
            let marks = String(repeating: "\u{301}\u{323}", count: 100)
            let head = try PageRequest("GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\(marks); millrace=1")
            #expect(head.cookie("a") == String(repeating: "?", count: 400) && head.cookie("millrace") == "1")
            var path = WebPath(
                "/a" + String(repeating: "%CC%81", count: 1_000) + "?b=" + String(repeating: "%CC%81", count: 1_000))
            #expect(path.take(String.self)?.unicodeScalars.count == 1 + MarkRuns.limit)
            #expect(path.take(query: "b", as: String.self)?.unicodeScalars.count == MarkRuns.limit)
        }

        @Test("Server · only the first cookies and the short elements of lists are read") func longFields() throws {
            func head(_ fields: String) throws -> PageRequest {
                try PageRequest("GET / HTTP/1.1\r\nHost: a\r\n\(fields)")
            }
            let others = String(repeating: "=;", count: PageRequest.maxCookies - 1)
            #expect(try head("Cookie: \(others)a=1").cookie("a") == "1")
            #expect(try head("Cookie: =;\(others)a=1").cookie("a") == nil)
            let long = "gzip;q=" + String(repeating: "1", count: PageRequest.maxElement)
            #expect(try !head("Accept-Encoding: \(long)").acceptsGzip)
            #expect(try head("Accept-Encoding: br, gzip ; q=0.5").acceptsGzip)
            for coding in ["gzip;q=0", "gzip; q=0.000", "xgzip", "gzip2", ";gzip;q=0", ""] {
                #expect(try !head("Accept-Encoding: \(coding)").acceptsGzip)
            }
            for referer in [":/:/:/", "http://", "http://a", "//a/", "http:/a/b/c", ""] {
                #expect(try !head("Referer: \(referer)").isFromOwnPage)
            }
            #expect(try head("Referer: http://a/").isFromOwnPage)
            #expect(try head("Referer: http://a/b?http://c/").isFromOwnPage)
        }

        @Test("Server · long lists and many fields cost little") func manyElements() throws {
            let list = String(repeating: "a,", count: 1_000)
            let head = try PageRequest("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: \(list) gzip")
            #expect(head.listValues("accept-encoding").count == PageRequest.maxElements && head.acceptsGzip)
            let field = "\r\nX: y"
            for (count, isRefused) in [(PageRequest.maxFields - 1, false), (PageRequest.maxFields, true)] {
                let text = "GET / HTTP/1.1\r\nHost: a" + String(repeating: field, count: count)
                #expect(refusal(of: text) == (isRefused ? .malformed : nil))
            }
        }

        @Test("M15 · a body of unknown length is rejected") func unknownLength() {
            #expect(refusal(of: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked") == .lengthRequired)
        }

        @Test(
            "M15 · form fields are parsed exactly and in order",
            arguments: [
                ("", []), ("a=1&a=2&b", ["a=1", "a=2", "b="]), ("a+b=c%20d%2B&&=x", ["a b=c d+", "=x"]),
                ("t=%C3%A4%F0%9F%98%80%0D%0A", ["t=ä😀\r\n"]), ("a=b=c", ["a=b=c"]), ("a=%", nil), ("a=%4", nil),
                ("a=%4g", nil), ("a=%FF", nil), ("%C3=1", nil), ("a=ä", nil), ("a=b c", nil),
                (String(repeating: "a&", count: 10_001), nil),
            ] as [(String, [String]?)])
        func form(text: String, fields: [String]?) {
            #expect(FormFields.parse(text.utf8)?.map { "\($0.name)=\($0.value)" } == fields)
        }

        @Test("M15 · only a hello of the script is parsed") func hello() {
            #expect(
                Hello(json: #"{"h":1,"s":"S","c":"C","q":-1,"a":"/b"}"#)
                    == Hello(session: "S", client: "C", sequence: -1, url: "/b"))
            for other in [
                "", "{}", "[]", #"{"h":2,"s":"S","c":"C","q":1,"a":"/b"}"#, #"{"h":1,"s":"S","c":"C","q":-2,"a":"/b"}"#,
                #"{"h":1,"s":"S","c":"","q":1,"a":"/b"}"#, #"{"h":1,"s":"S","c":"C","q":1,"a":"b"}"#,
                #"{"h":1,"s":"S","c":"C","q":1.5,"a":"/b"}"#, #"{"h":1,"s":7,"c":"C","q":1,"a":"/b"}"#,
                #"{"h":1,"s":"S","c":"C","q":1,"a":"/\#(String(repeating: "b", count: 16_384))"}"#,
                #"{"h":1,"s":"S","c":"\#(String(repeating: "c", count: 65))","q":1,"a":"/b"}"#,
                String(repeating: "[", count: 10_000),
            ] {
                #expect(Hello(json: other) == nil)
            }
        }

        @Test("M15 · a host matches one of the names, with any port") func hosts() {
            let access = LivePages.Access.network(hostNames: ["Notes.example", "[::2]"])
            for host in ["notes.example", "NOTES.EXAMPLE:80", "notes.example:65535", "[::2]:1"] {
                #expect(access.isHost(host))
            }
            for host in ["", "notes.example.com", "notes.example:", "notes.example:1a", "a.notes.example", "localhost"]
            {
                #expect(!access.isHost(host))
            }
        }

        @Test("M15 · the rate limiter's tokens are consumed and return with time") func rateLimiter() {
            var limits = LivePages.Limits()
            limits.messagesPerSecond = 0.5
            let (rates, client) = (MessageRates(limits), ClientIdentity("a"))
            #expect(
                [0, 0, 0, 1_999, 2_000, 2_000].map { rates.allowsMessage(from: client, now: .milliseconds($0)) }
                    == [true, true, false, false, true, false])
            #expect(
                [100, 100, 100].map { rates.allowsMessage(from: client, now: .seconds($0)) } == [true, true, false])
        }

        @Test("Limits of the server · extreme limits are possible") func extremes() {
            var limits = LivePages.Limits()
            (limits.messagesPerSecond, limits.connections) = (.infinity, .max)
            #expect(limits.messageBurst > 1_000_000 && limits.liveConnections > 0)
            (limits.messagesPerSecond, limits.connections) = (0.1, 1)
            #expect(limits.messageBurst == 1 && limits.liveConnections == 1)
        }

        @Test("M15 · a random ID has 128 bits and is never repeated") func secrets() {
            let secrets = Set((0..<1_000).map { _ in RandomID.make() })
            #expect(secrets.count == 1_000 && secrets.allSatisfy(RandomID.isValid))
            #expect(!RandomID.isValid("") && !RandomID.isValid(String(repeating: "g", count: 32)))
        }
    }
#endif
