#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Each client address has a share of the documents that are made and sent.
    @Suite("Shares of the documents", .timeLimit(.minutes(20))) struct DocumentShareTests {
        @Test(
            "Limits of the server · a client's documents wait for each other, too many are refused, and newcomers are served"
        )
        func documents() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsOfAddress = 1
            }) { fixture in
                let opened = try await fixture.openPage()
                let page = await fixture.factory.pages[0]
                await page.hold()
                let form =
                    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n"
                    + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n"
                let held = try await RawSocket(port: fixture.port)
                await held.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7", form + fixture.forwardedFields(for: "192.0.2.1"))
                        + "r=17")
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=17"], number: 7))
                // Eight more wait, so one of nine is refused.
                try await withThrowingTaskGroup(of: ParsedResponse.self) { group in
                    for _ in 1...9 {
                        group.addTask { try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.1")) }
                    }
                    let refused = try #require(try await group.next())
                    #expect(refused.status == 503 && refused["retry-after"] == "5")
                    #expect(refused.body == RequestError.tooManyRequests.message + "\n")
                    // Files and other clients do not wait.
                    #expect(
                        try await fixture.get("/millrace/millrace.css", fixture.forwardedFields(for: "192.0.2.1"))
                            .status == 200)
                    #expect(try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.2")).status == 200)
                    #expect(await fixture.factory.pages.count == 2)
                    await page.release()
                    #expect(ParsedResponse(await held.readAll()).status == 200)
                    for try await response in group { #expect(response.status == 200) }
                }
            }
        }

        @Test("Limits of the server · a document of a client that has closed when it is its turn is not made")
        func closed()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.requestsOfAddress = 1
            }) { fixture in
                let form = try await FormSender(fixture, from: "192.0.2.1")
                let page = await fixture.factory.pages[0]
                await page.hold()
                let held = try await form.send("r=17")
                #expect(try await form.next().fields == ["r=17"])
                var sockets: [RawSocket] = []
                for _ in 1...9 {
                    let socket = try await RawSocket(port: fixture.port)
                    sockets.append(socket)
                    await socket.send(fixture.head("GET /", fixture.forwardedFields(for: "192.0.2.1")))
                }
                try await withThrowingTaskGroup(of: [UInt8].self) { group in
                    for socket in sockets { group.addTask { await socket.readAll() } }
                    // When one is refused, the others wait.
                    #expect(ParsedResponse(try #require(try await group.next())).status == 503)
                    for socket in sockets { socket.finish() }
                    try await fixture.useAllThreads()
                    await page.release()
                    #expect(ParsedResponse(await held.readAll()).status == 200)
                    for try await response in group { #expect(response.isEmpty) }
                }
                #expect(await fixture.factory.pages.count == 1)
            }
        }

        @Test(
            "Limits of the server · a newcomer gets the connection of a request that waits for earlier ones of its address"
        )
        func waitingRequests() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                (configuration.limits.requestsOfAddress, configuration.limits.connections) = (1, 10)
            }) { fixture in
                let opened = try await fixture.openPage()
                let page = await fixture.factory.pages[0]
                await page.hold()
                let held = try await RawSocket(port: fixture.port)
                await held.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n"
                            + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n\(fixture.forwardedFields(for: "192.0.2.1"))"
                    )
                        + "r=17")
                try await fixture.factory.waitFor(.submitted(opened.session, ["r=17"], number: 7))
                var sockets: [RawSocket] = []
                for _ in 1...9 {
                    let socket = try await RawSocket(port: fixture.port)
                    sockets.append(socket)
                    await socket.send(fixture.head("GET /", fixture.forwardedFields(for: "192.0.2.1")))
                }
                try await withThrowingTaskGroup(of: [UInt8].self) { group in
                    for socket in sockets { group.addTask { await socket.readAll() } }
                    // When one is refused, the others wait.
                    let refused = try #require(try await group.next())
                    #expect(ParsedResponse(refused).status == 503)
                    let other = try await fixture.openLivePage(from: "192.0.2.3")
                    #expect(try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.2")).status == 200)
                    await page.release()
                    #expect(ParsedResponse(await held.readAll()).status == 200)
                    // The other requests are handled.
                    let responses = try await group.reduce(into: []) { $0.append($1) }.filter { !$0.isEmpty }
                    #expect(responses.count >= 4 && responses.allSatisfy { ParsedResponse($0).status == 200 })
                    withExtendedLifetime(other) {}
                }
            }
        }

        @Test(
            "Limits of the server · documents that are not read close the oldest one of the browser with the most bytes"
        )
        func outgoing() async {
            let documents = OutgoingDocuments(limit: 10)
            let closed = Lock<[String]>([])
            func send(_ name: String, _ bytes: Int, to client: WebClient, _ next: () async -> Void) async {
                await documents.send(bytes, to: client, close: { closed.withLock { $0.append(name) } }, next)
            }
            await send("a1", 4, to: WebClient("a")) {
                await send("b1", 4, to: WebClient("b")) {
                    await send("a2", 2, to: WebClient("a")) {
                        #expect(closed.withLock { $0 } == [])
                        await send("c1", 1, to: WebClient("c")) {
                            #expect(closed.withLock { $0 } == ["a1"])
                            // A document may exceed the limit. Another address has its own.
                            await send("c2", 20, to: WebClient("c")) {
                                #expect(closed.withLock { Set($0) } == ["a1", "a2", "b1", "c1"])
                                await send("d1", 9, to: WebClient("d", at: "192.0.2.2")) {
                                    #expect(documents.count == 2)
                                }
                            }
                        }
                    }
                }
            }
            #expect(closed.withLock { $0.count } == 4)
            #expect(documents.count == 0)
        }
    }
#endif
