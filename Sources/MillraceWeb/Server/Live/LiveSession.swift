#if Web || Hummingbird || App
    import Foundation
    import Millrace

    /// The connection of a browser to its page: passes messages and frames until either side closes.
    struct LiveSession: Sendable {
        let transport: any LiveTransport
        let input: LiveInput
        let context: ServerContext
        /// The number of bytes from which a frame that is being written holds memory that matters.
        private static let longFrame = 65_536
        /// The number of bytes of the frame that is being written.
        let bytesInFlight = Lock(0)
        var registry: SessionRegistry { context.registry }

        private var client: ClientIdentity { input.client }
        /// The client, as the limits count it.
        var owner: WebClient { WebClient(input.client) }

        init(_ transport: any LiveTransport, _ input: LiveInput, _ context: ServerContext) {
            (self.transport, self.input, self.context) = (transport, input, context)
        }

        /// Reads the first message, and connects the browser to its page. If that fails, closes the connection and returns `nil`.
        func connect() async -> LivePage? {
            var number: LiveConnections.ID?
            var end: LiveClose?
            do {
                number = try await registry.beginConnection(from: client) { [transport, bytesInFlight] reason in
                    // Without a long frame in memory, the browser receives a close frame, because its session has ended.
                    if reason != .noMemory || bytesInFlight.withLock({ $0 > Self.longFrame }) {
                        transport.abort()
                    }
                }
                let hello = try await transport.whileWaiting { try await readHello() }
                try await sendVersion(to: hello)
                if let number { return try await connect(hello, number) }
            } catch let reason as LiveClose {
                end = reason
            } catch let error as RequestError where error == .shuttingDown {
                // The script connects again soon: to another node, or to the next program. Without a frame, it would take the network for one
                // that lets no WebSocket pass.
                try? await transport.send(Array(#"{"z":""}"#.utf8))
                end = LiveClose(1012)
            } catch let error as RequestError {
                end = LiveClose(1013, error.text(context.configuration.texts))
            } catch {
                // The client has disconnected.
            }
            input.endLarge()
            if let number { await registry.endConnection(number) }
            await close(because: end)
            return nil
        }

        /// Connects the browser to its page. This can cost as much as a document, and has the same limit.
        private func connect(_ hello: Hello, _ number: LiveConnections.ID) async throws -> LivePage {
            // Another node may need a while to release the session. That takes no place.
            try await registry.loadShared(hello.session, client)
            let known = await registry.known(client)
            try await transport.enter(context.documents, known)
            defer { context.documents.release(known) }
            // A client that connects again and again would leave much work behind.
            if transport.isClosed { throw CancellationError() }
            return try await registry.connect(
                hello, number, client: client, request: input.takeRequest(), usesRequests: input.usesRequests,
                isClosed: { [transport] in transport.isClosed })
        }

        /// Sends the version of the server's files, if the browser has loaded others from an earlier program.
        private func sendVersion(to hello: Hello) async throws {
            let version = context.requestHandler.version
            guard let loaded = hello.version, loaded != version else { return }
            try await transport.send(Array(JSONWriter.object(["v": version]).utf8))
        }

        /// Reads the first message.
        private func readHello() async throws -> Hello {
            guard let first = try await transport.receive(atMost: 1).first else { throw LiveClose(1000) }
            input.endFirst()
            guard let text = await text(of: first) else { throw Self.notText }
            guard let hello = Hello(json: text) else {
                throw LiveClose(1002, "The browser sent an invalid first message. Reload the page.")
            }
            return hello
        }

        /// Passes frames in both directions until either side closes.
        func exchange(_ live: LivePage) async {
            enum End: Sendable { case received(LiveClose?), sent(LiveClose?) }
            let reason = await withTaskGroup(of: End.self) { group in
                group.addTask { .received(await PageTime.measured { _ in await receive(live) }) }
                group.addTask { .sent(await PageTime.measured { await send(live, $0) }) }
                let first = await group.next()
                await disconnect(live)
                switch first {
                case .received(let reason):
                    // Without `abort()`, the task group would wait for a write that cannot complete. In the other
                    // cases, a frame that is being written is completed before the close frame.
                    if reason == nil { transport.abort() }
                    await completeFrame(of: bytesInFlight.withLock { $0 }) { await group.waitForAll() }
                    return reason
                case .sent(let reason):
                    group.cancelAll()
                    return reason
                case nil: return nil
                }
            }
            await end(live, with: reason)
        }

        /// Waits until a frame is written whose page no longer counts it. It counts as a document of the address instead, so a
        /// client that closes and does not read cannot fill the memory. The connection can be closed in favor of a new one.
        private func completeFrame(of bytes: Int, _ wait: () async -> Void) async {
            if bytes == 0 { return await wait() }
            await transport.whileWaiting {
                await context.outgoing.send(bytes, to: owner, close: { [transport] in transport.abort() }, wait)
            }
        }

        // The next functions are not inlined, because their memory would belong to functions that wait for long.

        @inline(never) private func disconnect(_ live: LivePage) async {
            await live.page.disconnect(live.connectionID)
            await registry.disconnect(live)
        }

        /// - Parameter reason: Why the connection ends. `nil` if the browser has disconnected.
        @inline(never) private func end(_ live: LivePage, with reason: LiveClose?) async {
            input.endLarge()
            await close(because: reason)
            await registry.discardTree(of: live, client: client)
        }

        /// The maximum number of messages that are passed to the page together.
        private static let maxBatch = 64

        /// Passes the browser's messages to the page.
        ///
        /// If the server is slower than the browser, messages wait in the transport. The page handles all of them before it
        /// is drawn again. So an overloaded server handles more messages in the same time.
        private func receive(_ live: LivePage) async -> LiveClose? {
            do {
                var parts = TextParts()
                while true {
                    let received = try await transport.receive(atMost: Self.maxBatch)
                    if received.isEmpty { return LiveClose(1000) }
                    let (messages, end) = await decode(received, &parts)
                    let problem = await handle(messages, on: live)
                    if parts.count == 0 { input.endLarge() }
                    if let problem { return LiveClose(1008, problem) }
                    if let end { return end }
                }
            } catch {
                return error as? LiveClose
            }
        }

        /// Decodes what a transport has received, with the parts before. Stops at the first error.
        private func decode(
            _ received: [[UInt8]], _ parts: inout TextParts
        ) async -> (messages: [ClientMessage], end: LiveClose?) {
            var messages: [ClientMessage] = []
            for part in received {
                do throws(LiveClose) {
                    let length = parts.count + part.count
                    guard length <= context.configuration.limits.inputBytes else {
                        throw .tooLong(context.configuration.limits.inputBytes)
                    }
                    if length > ServerContext.maxSmallInput { try await input.beginLarge() }
                    guard let whole = parts.add(part) else { continue }
                    guard let text = await text(of: whole) else { throw Self.notText }
                    messages.append(await decode(text))
                } catch {
                    return (messages, error)
                }
            }
            return (messages, nil)
        }

        private static let notText = LiveClose(1007, "The message is not valid UTF-8 text.")

        /// Returns the text of a message with limited runs of combining marks. `nil` if it is not UTF-8.
        private func text(of message: [UInt8]) async -> String? {
            await context.conversions.convert(byteCount: message.count, of: owner) {
                String(validating: MarkRuns.limited(message, isJSON: true), as: UTF8.self)
            }
        }

        private func decode(_ text: String) async -> ClientMessage {
            await context.conversions.convert(byteCount: text.utf8.count, of: owner) { ClientMessage(text) }
        }

        /// Passes messages to the page in order. Returns a message for the user if one of them is malformed.
        ///
        /// The page handles them in turns, each when the limits allow it. A navigation begins a turn.
        private func handle(_ messages: [ClientMessage], on live: LivePage) async -> String? {
            var rest = messages[...]
            while !rest.isEmpty {
                let turn = rest.prefix(1) + rest.dropFirst().prefix { !$0.isNavigation }
                let result = await handleTurn(Array(turn), on: live, isRest: rest.count < messages.count)
                note(result.load, of: live)
                if let problem = result.problem { return problem }
                rest = rest.dropFirst(result.count)
            }
            return nil
        }

        /// Lets the page handle messages when the limits allow it. A navigation is large work, because the page that it leads to can be
        /// large.
        private func handleTurn(_ messages: [ClientMessage], on live: LivePage, isRest: Bool) async -> InputResult {
            let isNavigation = messages[0].isNavigation
            let isLarge =
                live.isLarge || isNavigation
                || messages.contains { $0.text.utf8.count > ServerContext.maxSmallInput }
            if !live.hasSentInput, messages.contains(where: \.isInput) {
                live.noteInput()
                await registry.noteInput(live.id)
            }
            return await registry.work.run(for: owner, isLarge: isLarge) { _ in
                await context.configuration.observer.messages(messages.count) {
                    await live.page.receive(
                        messages, on: live.connectionID, isRest: isRest,
                        refusesNavigation: isNavigation && transport.isClosed)
                }
            }
        }

        /// Notes the load of the page after its work.
        ///
        /// Does not wait for the registry: its actor serves all pages, and would let them continue one at a time.
        func note(_ load: PageLoad, of live: LivePage) {
            if live.note(load) { Task { [registry] in await registry.noteLoad(of: live) } }
        }

        /// Passes the page's frames to the browser.
        private func send(_ live: LivePage, _ time: PageTime) async -> LiveClose? {
            while case .frame(let bytes) = await nextFrame(of: live, time) {
                guard let bytes else { continue }
                defer { bytesInFlight.withLock { $0 = 0 } }
                guard (try? await transport.sendParts(of: bytes)) != nil else { return nil }
            }
            // No further frame for an open connection means that the page has ended.
            if await live.page.hasEnded { await registry.endSession(of: live) }
            // 1012 means that the server restarts. The script connects again, to a new session.
            return LiveClose(await registry.isStopping ? 1012 : 1001)
        }

        /// Sends the error and the code, and waits for the browser to read them.
        private func close(because end: LiveClose?) async {
            guard let end else { return }
            registry.log.write(end, address: client.address)
            do {
                if let message = end.message {
                    try await transport.send(Array(try JSONEncoder().encode(["error": message])))
                }
                await transport.close(end.code)
            } catch {
                // The client has disconnected.
            }
        }
    }
#endif
