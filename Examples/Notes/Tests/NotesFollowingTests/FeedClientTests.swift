import Foundation
import Synchronization
import Testing

import MillraceWeb
@testable import NotesCore
@testable import NotesStorage

@Suite("Requests to servers that are slow, fail, redirect or are hostile (row A19)") struct FeedClientTests {
    /// Returns the failure of a request. Its time is over when `wait` returns; by default it has no limit.
    private func failure(
        of server: HostileServer, wait: @escaping @Sendable () async -> Void = Self.waitForCancellation
    ) async throws -> FeedFailure? {
        defer { server.stop() }
        do {
            _ = try await FeedClient(wait: wait).feed(at: try address(of: server))
            return nil
        } catch {
            return error as? FeedFailure
        }
    }

    private func address(of server: HostileServer) throws -> FeedAddress {
        try #require(FeedAddress("http://127.0.0.1:\(server.port)/published/all/f00"))
    }

    @Sendable static func waitForCancellation() async {
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        withExtendedLifetime(continuation) {}
    }

    private static let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
    private static let page = "<main data-feed=\"{&quot;version&quot;:1,&quot;notes&quot;:[]}\">"

    private static let rejections: [(response: String, FeedFailure)] = [
        ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", .wrongType),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", .wrongType),
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", .status(404)),
        ("HTTP/1.1 500 Error\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n", .status(500)),
        ("\(html)Content-Length: 6\r\n\r\n<html>", .malformed),
        ("\(html)Content-Length: 20\r\n\r\n<main data-feed=\"{}\">", .malformed),
        ("\(html)Content-Length: 18\r\n\r\n<main data-feed=\"{", .malformed),
        // The length is wrong.
        ("\(html)Content-Length: 6\r\n\r\n<html>\(page)", .malformed),
        ("\(html)Content-Length: 1000\r\n\r\n\(page)", .unreachable),
        ("\(html)Content-Length: -1\r\n\r\n\(page)", .unreachable),
        ("\(html)Content-Length: 99999999999999999999\r\n\r\n\(page)", .tooLong),
        ("\(html)Content-Length: 6\r\nContent-Length: 1000\r\n\r\n\(page)", .unreachable),
        ("\(html)Transfer-Encoding: chunked\r\n\r\n5f\r\n\(page)", .malformed),
        ("HTTP/1.1 101 Switching Protocols\r\n\r\n\(page)", .status(101)),
        ("220 mail.example ready\r\n", .unreachable), ("", .unreachable),
    ]

    @Test("Rejects a response that is no list of published notes, and says why", arguments: rejections)
    func rejected(_ response: String, _ expected: FeedFailure) async throws {
        #expect(try await failure(of: HostileServer(response, then: .close)) == expected)
    }

    @Test("Follows no redirect, not even one with an endless response", arguments: [301, 302, 303, 307, 308])
    func redirect(_ status: Int) async throws {
        let inner = try HostileServer(Self.html + "\r\n", then: .close)
        let outer = try HostileServer(
            "HTTP/1.1 \(status) Moved\r\nLocation: http://127.0.0.1:\(inner.port)/\r\nContent-Length: 0\r\n\r\n")
        #expect(try await failure(of: outer) == .redirected)
        await outer.waitForEnd()
        #expect(inner.connections == 0)
        inner.stop()
    }

    @Test(
        "Stops an endless response at the length limit, and closes the connection before the server sends much more",
        arguments: [
            (html + "\r\n", "a"), (html, "X-A: a\r\n"), ("HTTP/1.1 200 OK\r\nX-A: ", "a"),
            ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ])
    func endless(_ start: String, _ rest: String) async throws {
        // The server sends many bytes at once, which is faster.
        let bytes = Array(String(repeating: rest, count: 65_536 / rest.utf8.count).utf8)
        let server = try HostileServer(start, then: .endless(bytes))
        let failure = try await failure(of: server)
        // libcurl rejects a long line.
        #expect(failure == .tooLong || start.hasSuffix("X-A: ") && failure == .unreachable)
        await server.waitForEnd()
        #expect(server.sent < FeedClient.longestPage + Self.socketBuffers)
    }

    /// The bytes that the system accepts from a server before the client has read them, at most.
    private static let socketBuffers = 1_000_000

    @Test("Does not read a response whose header says 100 MB") func announced() async throws {
        let server = try HostileServer(Self.html + "Content-Length: 100000000\r\n\r\n")
        #expect(try await failure(of: server) == .tooLong)
        await server.waitForEnd()
    }

    @Test("Reads no further than the length in the header, and closes the connection") func longerThanAnnounced()
        async throws
    {
        let length = "Content-Length: \(Self.page.utf8.count)\r\n\r\n"
        let server = try HostileServer(
            Self.html + length + Self.page, then: .endless(Array(repeating: 97, count: 65_536)))
        #expect(try await failure(of: server) == nil)
        await server.waitForEnd()
        #expect(server.sent < Self.socketBuffers)
    }

    @Test(
        "Stops a response that never ends at the time limit, and closes the connection",
        arguments: ["", "HTTP/1.1 200 OK\r\n", html + "\r\n<html>", "HTTP/1.1 302 Found\r\nLocation: http://a/\r\n"])
    func slow(_ response: String) async throws {
        let server = try HostileServer(response)
        #expect(try await failure(of: server) { await server.waitForRequest() } == .timedOut)
        await server.waitForEnd()
    }

    @Test("Single bytes do not extend the time of a request") func singleBytes() async throws {
        let server = try HostileServer(Self.html + "Content-Length: 1000\r\n\r\n")
        let failure = try await failure(of: server) {
            await server.waitForRequest()
            for _ in 0..<10 {
                server.sendByte()
                await Task.yield()
            }
        }
        #expect(failure == .timedOut)
        await server.waitForEnd()
        #expect(server.connections == 1)
    }

    @Test(
        "A cancelled request closes its connection",
        arguments: ["", "HTTP/1.1 200 OK\r\n", html + "Content-Length: 1000\r\n\r\n<html>"])
    func cancelled(_ response: String) async throws {
        let server = try HostileServer(response)
        let address = try address(of: server)
        let request = Task { try await FeedClient(wait: Self.waitForCancellation).feed(at: address) }
        await server.waitForRequest()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        await server.waitForEnd()
        server.stop()
    }

    @Test("A request waits while others run, and can be cancelled meanwhile") func slots() async throws {
        let (first, second) = (try HostileServer(""), try HostileServer(""))
        let addresses = [try address(of: first), try address(of: second)]
        let client = FeedClient(requests: 1, wait: Self.waitForCancellation)
        let running = Task { try await client.feed(at: addresses[0]) }
        await first.waitForRequest()
        let waiting = Task { try await client.feed(at: addresses[1]) }
        let cancelled = Task { try await client.feed(at: addresses[1]) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(second.connections == 0)

        running.cancel()
        await first.waitForEnd()
        await second.waitForRequest()
        waiting.cancel()
        await second.waitForEnd()
        #expect(second.connections == 1)
        first.stop()
        second.stop()
    }

    @Test("Following · the next page is read when the notes of a page have been received, not on the main actor")
    @MainActor func receiving() async throws {
        let response = Self.html + "Content-Length: \(Self.page.utf8.count)\r\n\r\n" + Self.page
        let servers = try (1...3).map { _ in try HostileServer(response, then: .close) }
        let addresses = try servers.map { try address(of: $0) }
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let (client, received) = (FeedClient(requests: 1, wait: Self.waitForCancellation), Flag())
        let first = Task {
            try await client.feed(at: addresses[0]) { _ in
                Self.expectOtherThread()
                start.finish()
                for await _ in gate {}
            }
        }
        for await _ in starts {}
        let second = Task { try await client.feed(at: addresses[1]) { _ in received.set() } }
        // Another client's page, requested later, is received. So the second page would have been received too.
        try await client.feed(at: addresses[2], for: Self.other)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(!received.isSet)
        open.finish()
        #expect(try await first.value.notes.isEmpty)
        for server in servers { server.stop() }
    }

    private static func expectOtherThread() { #expect(!Thread.isMainThread) }

    @Test("A page keeps its place until it was read, so pages do not collect in memory") func reading() async throws {
        let length = "Content-Length: \(Self.page.utf8.count)\r\n\r\n"
        let (first, second) = (try HostileServer(Self.html + length + Self.page, then: .close), try HostileServer(""))
        let third = try HostileServer("")
        let addresses = try [first, second, third].map { try address(of: $0) }
        let gate = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        let client = FeedClient(requests: 1, wait: Self.waitForCancellation) { page in
            // A thread of its own runs no task.
            withUnsafeCurrentTask { #expect($0 == nil) }
            start.finish()
            gate.wait()
            return try FeedPage.feed(in: page)
        }
        let running = Task { try await client.feed(at: addresses[0]) }
        for await _ in starts {}
        let waiting = Task { try await client.feed(at: addresses[1]) }
        // Another client's request, which starts later, arrives. So the second request would have arrived too.
        let later = Task { try await client.feed(at: addresses[2], for: Self.other) }
        await third.waitForRequest()
        for task in [waiting, later] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(second.connections == 0)
        gate.signal()
        #expect(try await running.value.notes.isEmpty)
        for server in [first, second, third] { server.stop() }
    }

    @Test(
        "Following · a request ends without its download, which keeps its place until it ends",
        arguments: [true, false])
    func lookup(isCancelled: Bool) async throws {
        let (lookupEnds, endLookup) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let (timeOver, endTime) = AsyncStream<Void>.makeStream()
        let isLookupOver = Flag()
        let download: @Sendable (String) async throws -> Data = { address in
            if address == "http://slow.example/" {
                // Like the lookup of a host name, it does not end when it is cancelled.
                await Task {
                    start.finish()
                    for await _ in lookupEnds {}
                }.value
            } else if address == "http://second.example/" {
                #expect(isLookupOver.isSet)
            }
            throw FeedFailure.status(500)
        }
        let client = FeedClient(requests: 1, download: download, wait: { for await _ in timeOver {} })
        let addresses = try ["slow", "second", "other"].map { try #require(FeedAddress("http://\($0).example/")) }
        let first = Task { try await client.feed(at: addresses[0]) }
        for await _ in starts {}
        if isCancelled { first.cancel() } else { endTime.finish() }
        await #expect(throws: (any Error).self) { try await first.value }

        let second = Task { try await client.feed(at: addresses[1]) }
        await #expect(throws: FeedFailure.self) { try await client.feed(at: addresses[2], for: Self.other) }
        isLookupOver.set()
        endLookup.finish()
        await #expect(throws: FeedFailure.self) { try await second.value }
    }

    #if !canImport(Darwin)
        @Test("Following · the priority of a thread is its own") func priority()
            async throws
        {
            let priority = { @Sendable in getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            let own = priority()
            #expect(try await Thread.run(priority: .lowest, priority) == 19)
            #expect(try await Thread.run(priority) == own)
        }
    #endif

    /// A client with an address of its own.
    private static let other = WebClient(browser: 1, address: "203.0.113.1")
}

/// Whether something has happened.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
}
