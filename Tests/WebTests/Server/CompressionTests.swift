#if Web || App
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceWeb

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

        @Test("Server · compressed data is restored by gzip", arguments: [Gzip.Effort.quick, .thorough])
        func roundTrip(effort: Gzip.Effort) throws {
            var random = SeededGenerator(state: 7)
            let rows = (0..<2_000).map { "<li><button name=\"r\" value=\"\($0)\">Remove \($0)</button></li>" }.joined()
            let inputs: [[UInt8]] = [
                [], [7], Array("abc".utf8), [UInt8](repeating: 0, count: 100_000), Array(rows.utf8),
                (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) },
                (0..<70_000).map { _ in UInt8.random(in: 0...3, using: &random) }, ClientScript.plain,
            ]
            for input in inputs { #expect(try decompress(Gzip.compress(input, effort)) == input) }
            #expect(Gzip.compress(Array(rows.utf8), effort).count < rows.utf8.count / 5)
        }

        @Test("Server · a file is compressed more thoroughly than a document") func effort() {
            let script = ClientScript.plain
            #expect(Gzip.compress(script, .thorough).count < Gzip.compress(script, .quick).count)
        }

        @Test("Server · other tasks can run while a long document is compressed") func steps() async throws {
            let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let pauses = Lock(0)
            let bytes = await Gzip.compress(input, .quick) { pauses.withLock { $0 += 1 } }
            #expect(pauses.withLock { $0 } == 4)
            #expect(try decompress(bytes) == input)
        }

        @Test("Server · a long document is compressed for clients that accept it") func documents() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                await fixture.factory.pages[0].set(html: String(repeating: "<p>one</p>", count: 1_000))
                let socket = try RawSocket(port: fixture.port)
                let fields = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n"
                await socket.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        fields
                            + "Accept-Encoding: br, gzip;q=0.8\r\nOrigin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n"
                    )
                        + "r=17")
                let bytes = await socket.readAll()
                let end = try #require(ConnectionReader.headLength(in: bytes))
                let head = ParsedResponse(Array(bytes[..<end.whole]))
                #expect(head["content-encoding"] == "gzip" && head["vary"] == "Accept-Encoding")
                #expect(bytes.count < 2_000 && head["content-length"] == "\(bytes.count - end.whole)")
                let document = String(decoding: try decompress(Array(bytes[end.whole...])), as: UTF8.self)
                #expect(document.hasPrefix("<!doctype html>") && document.hasSuffix("</p></div></body></html>"))
                for refusal in ["", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0\r\n"] {
                    let plain = try await fixture.post(
                        "r=17", to: "/millrace/send?s=\(opened.session)&q=8",
                        "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n" + refusal)
                    #expect(plain["content-encoding"] == nil && plain.body.contains("<p>one</p>"))
                }
            }
        }

        @Test("Server · one long document of a client is encoded at a time; short ones do not wait") func slots()
            async throws
        {
            try await withServer { fixture in
                let (long, short) = (try await fixture.openPage(), try await fixture.openPage())
                await fixture.factory.pages[0].set(html: String(repeating: "<p>one</p>", count: 1_000))
                let address = ClientIdentity(cookie: "", address: "127.0.0.1")
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
                    // The slot is released after an error too, because the test waits for the long document.
                    Issue.record(error)
                }
                order.withLock { $0.append("released") }
                fixture.server.conversions.leave(address)
                try await held
                #expect(order.withLock { $0 } == ["short", "released", "long"])
            }
        }
    }
#endif
