import Testing

@testable import NotesPage

@Suite("The head of a request") struct RequestHeadTests {
    private func refusal(of text: String) -> Refusal? {
        do throws(Refusal) {
            _ = try RequestHead(text.utf8)
            return nil
        } catch {
            return error
        }
    }

    @Test("A head that is well formed is passed on, one request to a connection") func good() throws {
        let head = try RequestHead("GET /?note=1 HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nX: \r".utf8)
        #expect(
            String(decoding: head.bytes, as: UTF8.self)
                == "GET /?note=1 HTTP/1.1\r\nhost: a\r\nx: \r\nconnection: close\r\n\r\n")
    }

    @Test("A WebSocket keeps its connection") func upgrade() throws {
        let head = try RequestHead("GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket".utf8)
        #expect(head.isUpgrade && String(decoding: head.bytes, as: UTF8.self).contains("connection: Upgrade"))
    }

    @Test(
        "A head that is malformed is refused",
        arguments: [
            "", "GARBAGE", "GET /", "GET  / HTTP/1.1\r\nHost: a", "GET / HTTP/2.0\r\nHost: a",
            "G(T / HTTP/1.1\r\nHost: a",
            "GET http://a/ HTTP/1.1\r\nHost: a", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
            "GET / HTTP/1.1\r\nHost: a\r\nno colon", "GET / HTTP/1.1\r\nHost: a\r\n: empty",
            "GET / HTTP/1.1\r\nHost: a\r\n folded: b", "GET / HTTP/1.1\r\nHost: a\u{0}",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
        ])
    func malformed(text: String) {
        #expect(refusal(of: text) == .malformed)
    }

    @Test("A body that is too long, or of unknown length, is refused") func bodies() {
        #expect(refusal(of: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000") == nil)
        #expect(refusal(of: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000001") == .tooLong)
        #expect(refusal(of: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999") == .tooLong)
        #expect(refusal(of: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked") == .unknownLength)
    }

    @Test("The head ends at the first empty line") func end() {
        let text = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\nrest".utf8)
        #expect(Visit.headLength(text).map { [$0.head, $0.whole] } == [24, 27])
        #expect(Visit.headLength(Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8)) == nil)
    }
}
