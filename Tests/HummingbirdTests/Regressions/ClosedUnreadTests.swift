#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: one client filled 2 GB of memory. It opened long pages, sent a close frame on each, and did not read.
    /// Cause: the close frame released the connection's place and its part of the session's memory, but the server completed
    /// the frame that it was writing.
    /// Correct behavior: such frames count as documents of the address. The server closes the oldest ones over the limit.
    @Suite(.timeLimit(.minutes(20))) struct ClosedUnreadTests {
        @Test("Pages · the last frames of clients that close and do not read have a limit") func lastFrames()
            async throws
        {
            try await withServer { fixture in
                let length = 12_000_000
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

        /// Symptom: the frames of sessions that had ended for the memory limit stayed in memory until they were read.
        /// Cause: the end of a session, or another connection of the same page load, ended the count of a frame that was being
        /// written, but not the write.
        /// Correct behavior: such a connection closes at once.
        @Test("Pages · a connection that does not read closes with its session, or when the browser connects again")
        func lostSessions() async throws {
            try await withServer({ $0.limits.sessionMemory = 40_000_000 }) { fixture in
                let length = 12_000_000
                func connect(_ opened: (session: String, cookie: String)) async throws -> WebSocketClient {
                    let client = try await WebSocketClient(fixture, opened, client: "one")
                    _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                    return client
                }
                func sendLongFrame() async {
                    await fixture.factory.pages.last?.sendFrame(String(repeating: "x", count: length))
                }
                let opened = try await fixture.openPage()
                let replaced = try await connect(opened)
                await sendLongFrame()
                // The server writes now.
                #expect(await !replaced.socket.read(1).isEmpty)
                let again = try await connect(opened)
                #expect(await replaced.socket.readAll().count < length)

                let ended = try await connect(fixture.openPage())
                await fixture.factory.pages.last?.set(memory: 50_000_000)
                await sendLongFrame()
                #expect(await ended.socket.readAll().count < length)
                withExtendedLifetime(again) {}
            }
        }
    }
#endif
