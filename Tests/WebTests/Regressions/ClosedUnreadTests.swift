#if Web
    import Testing

    @testable import MillraceWeb

    /// Symptom: one client filled 2 GB of memory. It opened long pages, sent a close frame on each, and did not read.
    /// Cause: the close frame released the connection's place and its part of the session's memory, but the server completed
    /// the frame that it was writing.
    /// Correct behavior: such frames count as documents of the address. The server closes the oldest ones over the limit.
    struct ClosedUnreadTests {
        @Test("Issue 20 · the last frames of clients that close and do not read have a limit") func lastFrames()
            async throws
        {
            try await withServer({ $0.limits.documentBytesPerAddress = 20_000_000 }) { fixture in
                let length = 16_000_000
                var clients: [WebSocketClient] = []
                for _ in 0..<4 {
                    let opened = try await fixture.openPage()
                    let client = try await WebSocketClient(fixture, opened)
                    let id = try await fixture.factory.waitFor { event in
                        if case .connected(let id, _, _) = event { id } else { nil }
                    }
                    let page = try #require(await fixture.factory.pages.last)
                    await page.sendFrame(String(repeating: "x", count: length))
                    // The server writes now.
                    #expect(await !client.socket.read(1).isEmpty)
                    await client.send(8, [])
                    try await fixture.factory.waitFor(.disconnected(id))
                    clients.append(client)
                }
                var lengths: [Int] = []
                for client in clients { lengths.append(await client.socket.readAll().count) }
                // The first two were closed in favor of those that followed. The third may be read before it is.
                #expect(lengths.filter { $0 > length }.count <= 2)
            }
        }
    }
#endif
