#if Hummingbird || App
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Documents are compressed.
    @Suite("Compression", .timeLimit(.minutes(20))) struct CompressionTests {
        /// Decompresses with the system's gzip.
        private func decompress(_ bytes: [UInt8]) throws -> [UInt8] {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gz")
            try Data(bytes).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let (gzip, output) = (Process(), Pipe())
            gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            gzip.arguments = ["gzip", "-dc", file.path]
            gzip.standardOutput = output
            try gzip.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            gzip.waitUntilExit()
            #expect(gzip.terminationStatus == 0)
            return Array(data)
        }

        @Test("Server · compressed data is restored by gzip") func roundTrip() async throws {
            var random = SeededGenerator(seed: 7)
            let rows = (0..<2_000).map { "<li><button name=\"r\" value=\"\($0)\">Remove \($0)</button></li>" }.joined()
            let inputs: [[UInt8]] = [
                [7], Array("abc".utf8), [UInt8](repeating: 0, count: 100_000), Array(rows.utf8),
                (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) },
                (0..<70_000).map { _ in UInt8.random(in: 0...3, using: &random) }, ClientScript.plain,
            ]
            for input in inputs { #expect(try decompress(try await gzip(input)) == input) }
            #expect(try await gzip(Array(rows.utf8)).count < rows.utf8.count / 5)
        }

        @Test("Server · a file is compressed once, and its tag says that a browser has it") func file() async throws {
            try await withServer { fixture in
                let first = try await fixture.get("/millrace/millrace.js", "Accept-Encoding: gzip\r\n")
                let second = try await fixture.get("/millrace/millrace.js", "Accept-Encoding: gzip\r\n")
                #expect(first["content-encoding"] == "gzip" && first["content-length"] == second["content-length"])
                #expect(fixture.server.pages.context.compressed.withLock { $0.count } == 1)
                let tag = try #require(first["etag"])
                #expect(try await fixture.get("/millrace/millrace.js", "If-None-Match: \(tag)\r\n").status == 304)
            }
        }

        @Test("Server · a long document is compressed for clients that accept it") func documents() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                await fixture.factory.pages[0].set(html: String(repeating: "<p>one</p>", count: 1_000))
                let socket = try await RawSocket(port: fixture.port)
                let fields = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n"
                await socket.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        fields
                            + "Accept-Encoding: br, gzip;q=0.8\r\nOrigin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n"
                    )
                        + "r=17")
                let bytes = await socket.readAll()
                let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
                let head = ParsedResponse(Array(bytes[..<end]))
                #expect(head["content-encoding"] == "gzip" && head["vary"] == "Accept-Encoding")
                #expect(bytes.count < 2_000 && head["content-length"] == "\(bytes.count - end)")
                let document = String(decoding: try decompress(Array(bytes[end...])), as: UTF8.self)
                #expect(document.hasPrefix("<!doctype html>") && document.hasSuffix("</p></div></body></html>"))
                for refusal in ["", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0\r\n"] {
                    let plain = try await fixture.post(
                        "r=17", to: "/millrace/send?s=\(opened.session)&q=8",
                        "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n" + refusal)
                    #expect(plain["content-encoding"] == nil && plain.body.contains("<p>one</p>"))
                }
            }
        }

        @Test("Server · one long document of a client is encoded at a time; short ones do not wait") func places()
            async throws
        {
            try await withServer { fixture in
                let (long, short) = (try await fixture.openPage(), try await fixture.openPage())
                await fixture.factory.pages[0].set(html: String(repeating: "<p>one</p>", count: 1_000))
                let address = WebClient(browser: 0, address: "127.0.0.1")
                let order = Lock<[String]>([])
                @Sendable func submit(_ page: (session: String, cookie: String), _ name: String) async throws {
                    let fields = "Accept-Encoding: gzip\r\nOrigin: \(fixture.origin)\r\nCookie: \(page.cookie)\r\n"
                    let response = try await fixture.post("r=17", to: "/millrace/send?s=\(page.session)&q=7", fields)
                    #expect(response.status == 200)
                    order.withLock { $0.append(name) }
                }
                _ = await fixture.server.conversions.enter(address)
                async let held: Void = submit(long, "long")
                do {
                    _ = try await fixture.factory.waitFor { if case .submitted = $0 { () } else { nil } }
                    try await submit(short, "short")
                } catch {
                    // The place is released after an error too, because the test waits for the long document.
                    Issue.record(error)
                }
                order.withLock { $0.append("released") }
                fixture.server.conversions.release(address)
                try await held
                #expect(order.withLock { $0 } == ["short", "released", "long"])
            }
        }
    }
#endif
