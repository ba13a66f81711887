import Foundation
import Testing

@testable import NotesCore
@testable import NotesStorage

@Suite("Requests to servers that are slow, fail, redirect or are hostile (row A19)") struct FeedClientTests {
    /// Returns the failure of a request. Its time is over when the server has sent its response, or never.
    private func failure(of server: HostileServer, isTimeLimited: Bool = false) async throws -> FeedFailure? {
        let client = FeedClient {
            if isTimeLimited { return await server.waitForRequest() }
            // Ends when the request does.
            let (never, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            withExtendedLifetime(continuation) {}
        }
        let address = try #require(FeedAddress("http://127.0.0.1:\(server.port)/published/all/f00"))
        defer { server.stop() }
        do {
            _ = try await client.feed(at: address)
            return nil
        } catch {
            return error as? FeedFailure
        }
    }

    private static let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"

    @Test(
        "Rejects a response that is no list of published notes, and says why",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", FeedFailure.wrongType),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", .wrongType),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", .status(404)),
            ("HTTP/1.1 500 Error\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n", .status(500)),
            (html + "Content-Length: 6\r\n\r\n<html>", .malformed),
            (html + "Content-Length: 20\r\n\r\n<main data-feed=\"{}\">", .malformed),
            (html + "Content-Length: 18\r\n\r\n<main data-feed=\"{", .malformed),
            (html + "Content-Length: 1000\r\n\r\n<html>", .unreachable),
            ("220 mail.example ready\r\n", .unreachable), ("", .unreachable),
        ])
    func rejected(_ response: String, _ expected: FeedFailure) async throws {
        #expect(try await failure(of: HostileServer(response, closes: true)) == expected)
    }

    @Test("Follows no redirect, not even one with an endless response", arguments: [301, 302, 303, 307, 308])
    func redirect(_ status: Int) async throws {
        let inner = try HostileServer(Self.html + "\r\n", closes: true)
        let outer = try HostileServer(
            "HTTP/1.1 \(status) Moved\r\nLocation: http://127.0.0.1:\(inner.port)/\r\nContent-Length: 0\r\n\r\n")
        #expect(try await failure(of: outer) == .redirected)
        await outer.waitForEnd()
        #expect(inner.connections == 0)
        inner.stop()
    }

    @Test("Stops an endless response at the length limit, and closes the connection") func endless() async throws {
        let server = try HostileServer(
            Self.html + "\r\n", repeating: [UInt8](repeating: UInt8(ascii: "a"), count: 65_536))
        #expect(try await failure(of: server) == .tooLong)
        await server.waitForEnd()
        #expect(server.sent > FeedClient.longestPage)
    }

    @Test("Does not read a response whose header says 100 MB") func announced() async throws {
        let server = try HostileServer(Self.html + "Content-Length: 100000000\r\n\r\n")
        #expect(try await failure(of: server) == .tooLong)
        await server.waitForEnd()
    }

    @Test(
        "Stops a response that never ends at the time limit, and closes the connection",
        arguments: ["", "HTTP/1.1 200 OK\r\n", html + "\r\n<html>", "HTTP/1.1 302 Found\r\nLocation: http://a/\r\n"])
    func slow(_ response: String) async throws {
        let server = try HostileServer(response)
        #expect(try await failure(of: server, isTimeLimited: true) == .timedOut)
        await server.waitForEnd()
    }

    @Test("Accepts only web addresses without a password, as they are") func addresses() {
        for text in [
            "", "notes.example", "file:///etc/passwd", "ftp://a/", "http://", "http:///a", "http://:80/", "http://a b/",
            "http://me:secret@a/", "https://a@b/", "http://a\\@b/", "http://a/\u{e4}", "http://a/\r\nHost: b",
            "http://" + String(repeating: "a", count: FeedAddress.longest), "javascript:alert(1)",
        ] {
            #expect(FeedAddress(text) == nil, "\(text)")
        }
        let address = FeedAddress(" HTTPS://notes.example/published/all/f00#top ")
        #expect(address?.text == "https://notes.example/published/all/f00")
    }

    @Test("Rejects a feed that exceeds the limits") func limits() throws {
        func feed(_ notes: String) throws -> Feed {
            try JSONDecoder().decode(Feed.self, from: Data(#"{"version":1,"notes":[\#(notes)]}"#.utf8))
        }
        func note(_ token: String, text: Int = 1, author: String = "Emma", time: Int64 = 0) -> String {
            let text = String(repeating: "a", count: text)
            let names = #""token":"\#(token)","author":"\#(author)""#
            return #"{\#(names),"time":\#(time),"text":"\#(text)","isShortened":false}"#
        }
        #expect(try feed("").isValid && feed(note("f00")).isValid)
        #expect(try !feed(note("../settings")).isValid && !feed(note("")).isValid)
        #expect(try !feed(note("f00") + "," + note("f00")).isValid)
        #expect(try !feed(note("f00", text: FeedNote.longestText + 1)).isValid)
        #expect(try !feed(note("f00", time: .max)).isValid && !feed(note("f00", time: -1)).isValid)
        #expect(try !feed((0...Feed.maxNotes).map { note("f\($0)") }.joined(separator: ",")).isValid)
        #expect(try !feed((0..<9).map { note("f\($0)", text: 60_000) }.joined(separator: ",")).isValid)
    }

    @Test("Rejects a page with many combining marks, which Swift would compare in quadratic time")
    func marks() throws {
        func page(_ text: String) -> Data {
            let start = #"{"version":1,"notes":[{"token":"f","author":"E","time":0,"isShortened":false,"text":""#
            let parts = [start, #""}]}"#].map { $0.replacing("\"", with: "&quot;") }
            return Data("<main class=\"reader\" data-feed=\"\(parts[0])\(text)\(parts[1])\">".utf8)
        }
        #expect(try FeedPage.feed(in: page("e\u{301} &amp; &#39;")).notes.map(\.text) == ["e\u{301} & '"])
        #expect(try FeedPage.feed(in: page(#"\\u0301\u000b\n"#)).notes.map(\.text) == ["\\u0301\u{b}\n"])
        for text in [String(repeating: "\u{301}", count: 30_000), #"\u0301"#, #"\uD834\uDD65"#] {
            #expect(throws: FeedFailure.malformed) { try FeedPage.feed(in: page("a" + text)) }
        }
    }

    @Test("A feed contains the newest notes, and the beginning of a long one") func ownFeed() {
        let published = (0..<60).map { number in
            let publication = Publication(
                note: NoteID(Int64(number)), token: "f\(number)", author: "Emma", time: Int64(number))
            let isLong = number == 59
            return PublishedNote(publication, text: isLong ? String(repeating: "\u{e9}", count: 32_001) : "a")
        }
        let feed = Feed(of: published)
        #expect(feed.isValid && feed.notes.count == Feed.maxNotes && feed.notes.first?.token == "f59")
        #expect(feed.notes.first?.text.utf8.count == FeedNote.longestText && feed.notes.first?.isShortened == true)
        #expect(!feed.notes[1].isShortened && feed.notes.last?.token == "f10")
    }
}
