#if Web
    import FlyingSocks
    import Foundation

    /// Handles a WebSocket: passes frames between the browser and its page until one of them ends.
    struct LiveLine: Sendable {
        private let connection: Connection
        private let frames: LiveFrames
        private let registry: Registry
        private let limits: WebServer.Limits
        private let cookie: String

        init(_ connection: Connection, _ host: Host, cookie: String) {
            (self.connection, self.cookie) = (connection, cookie)
            (registry, limits) = (host.registry, host.configuration.limits)
            frames = LiveFrames(connection.inlet, limits, now: host.timers.now)
        }

        func run() async {
            do {
                let hello = try await readHello()
                let (id, page, connectionID) = try await registry.join(hello, cookie: cookie)
                await close(with: await exchange(id, page, connectionID))
            } catch let closeFrame as CloseFrame {
                await close(with: closeFrame)
            } catch let refusal as Refusal {
                await close(with: CloseFrame(1013, refusal.sentence))
            } catch {
                // The client has disconnected.
            }
        }

        private func readHello() async throws -> Hello {
            let late = CloseFrame(1002, "The browser did not say in time what it shows.")
            return try await connection.within(limits.headTime, late) {
                while true {
                    switch try await frames.next() {
                    case .text(let text):
                        guard let hello = Hello(json: text) else {
                            throw CloseFrame(1002, "The browser did not say what it shows.")
                        }
                        return hello
                    case .close: throw CloseFrame(1000)
                    case .ping(let payload): try await connection.write(LiveFrames.frame(10, payload))
                    case .pong: break
                    }
                }
            }
        }

        /// Passes frames in both directions until one of them ends.
        ///
        /// - Returns: the close frame to send; `nil` if the browser has disconnected.
        private func exchange(_ id: String, _ page: any ServedPage, _ connectionID: Int) async -> CloseFrame? {
            enum End: Sendable { case received(CloseFrame?), sent(CloseFrame?) }
            return await withTaskGroup(of: End.self) { group in
                group.addTask { .received(await receive(page, connectionID)) }
                group.addTask { .sent(await send(id, page, connectionID)) }
                let first = await group.next()
                await registry.leave(id)
                await page.disconnect(connectionID)
                switch first {
                case .received(let closeFrame):
                    // A frame that is being written is completed before the close frame.
                    if closeFrame == nil { connection.cut() }
                    return closeFrame
                case .sent(let closeFrame):
                    group.cancelAll()
                    return closeFrame
                case nil: return nil
                }
            }
        }

        /// Passes the browser's messages to the page.
        private func receive(_ page: any ServedPage, _ connectionID: Int) async -> CloseFrame? {
            let idle = CloseFrame(1001)
            do {
                while true {
                    switch try await connection.within(limits.silence, idle, { try await frames.next() }) {
                    case .text(let text):
                        if let sentence = await page.receive(text, on: connectionID) {
                            return CloseFrame(1008, sentence)
                        }
                    case .ping(let payload): try await connection.write(LiveFrames.frame(10, payload))
                    case .pong: break
                    case .close: return CloseFrame(1000)
                    }
                }
            } catch {
                return error as? CloseFrame
            }
        }

        /// Passes the page's frames to the browser.
        private func send(_ id: String, _ page: any ServedPage, _ connectionID: Int) async -> CloseFrame? {
            while let text = await page.next(on: connectionID) {
                guard (try? await connection.write(LiveFrames.frame(1, text.utf8))) != nil else { return nil }
            }
            // A page without further frames for an open connection has ended.
            if await page.hasEnded { await registry.discard(id) }
            return CloseFrame(1001)
        }

        /// Sends the error and the close frame, and waits for the browser to read them.
        private func close(with closeFrame: CloseFrame?) async {
            guard let closeFrame else { return }
            do {
                if let sentence = closeFrame.sentence {
                    let error = String(decoding: try JSONEncoder().encode(["error": sentence]), as: UTF8.self)
                    try await connection.write(LiveFrames.frame(1, error.utf8))
                }
                try await connection.write(
                    LiveFrames.frame(8, [UInt8(closeFrame.code >> 8), UInt8(closeFrame.code & 0xFF)]))
                await connection.finish()
            } catch {
                // The client has disconnected.
            }
        }
    }

    extension Hello {
        /// What the first frame says, if that is what the script sends.
        init?(json: String) {
            struct Frame: Decodable { var h: Int, s: String, c: String, q: Int, a: String }
            guard json.utf8.count <= 16_384, let frame = try? JSONDecoder().decode(Frame.self, from: Data(json.utf8)),
                frame.h == 1, frame.q >= -1, frame.a.hasPrefix("/"), !frame.c.isEmpty, frame.c.utf8.count <= 64
            else { return nil }
            self.init(session: frame.s, client: frame.c, shown: frame.q, address: frame.a)
        }
    }
#endif
