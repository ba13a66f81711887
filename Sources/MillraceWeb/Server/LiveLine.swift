#if Web
    import FlyingSocks
    import Foundation

    /// What goes over one WebSocket, in both directions, until it is closed.
    struct LiveLine: Sendable {
        private let wire: Wire
        private let frames: LiveFrames
        private let registry: Registry
        private let limits: WebServer.Limits
        private let cookie: String

        init(_ wire: Wire, _ host: Host, cookie: String) {
            (self.wire, registry, limits, self.cookie) = (wire, host.registry, host.configuration.limits, cookie)
            frames = LiveFrames(wire.inlet, limits, now: host.alarms.now)
        }

        func run() async {
            do {
                let hello = try await readHello()
                let (id, page, connection) = try await registry.join(hello, cookie: cookie)
                await part(await converse(id, page, connection))
            } catch let parting as Parting {
                await part(parting)
            } catch let refusal as Refusal {
                await part(Parting(1013, refusal.sentence))
            } catch {
                // Whoever called has gone.
            }
        }

        private func readHello() async throws -> Hello {
            let late = Parting(1002, "The browser did not say in time what it shows.")
            return try await wire.within(limits.headTime, late) {
                while true {
                    switch try await frames.next() {
                    case .text(let text):
                        guard let hello = Hello(json: text) else {
                            throw Parting(1002, "The browser did not say what it shows.")
                        }
                        return hello
                    case .close: throw Parting(1000)
                    case .ping(let payload): try await wire.write(LiveFrames.frame(10, payload))
                    case .pong: break
                    }
                }
            }
        }

        /// Passes on what comes and what goes.
        ///
        /// - Returns: why it ends; `nil` if there is nobody to tell.
        private func converse(_ id: String, _ page: any ServedPage, _ connection: Int) async -> Parting? {
            enum End: Sendable { case heard(Parting?), told(Parting?) }
            return await withTaskGroup(of: End.self) { group in
                group.addTask { .heard(await hear(page, connection)) }
                group.addTask { .told(await tell(id, page, connection)) }
                let first = await group.next()
                await registry.leave(id)
                await page.disconnect(connection)
                switch first {
                case .heard(let parting):
                    // The frame that is under way goes out before what is said at parting.
                    if parting == nil { wire.cut() }
                    return parting
                case .told(let parting):
                    group.cancelAll()
                    return parting
                case nil: return nil
                }
            }
        }

        private func hear(_ page: any ServedPage, _ connection: Int) async -> Parting? {
            let silent = Parting(1001)
            do {
                while true {
                    switch try await wire.within(limits.silence, silent, { try await frames.next() }) {
                    case .text(let text):
                        if let sentence = await page.receive(text, on: connection) { return Parting(1008, sentence) }
                    case .ping(let payload): try await wire.write(LiveFrames.frame(10, payload))
                    case .pong: break
                    case .close: return Parting(1000)
                    }
                }
            } catch {
                return error as? Parting
            }
        }

        private func tell(_ id: String, _ page: any ServedPage, _ connection: Int) async -> Parting? {
            while let text = await page.next(on: connection) {
                guard (try? await wire.write(LiveFrames.frame(1, text.utf8))) != nil else { return nil }
            }
            // A page that has nothing more to say to a connection that is there has ended.
            if await page.hasEnded { await registry.discard(id) }
            return Parting(1001)
        }

        /// Says why, and waits for the browser to have heard it.
        private func part(_ parting: Parting?) async {
            guard let parting else { return }
            do {
                if let sentence = parting.sentence {
                    let error = String(decoding: try JSONEncoder().encode(["error": sentence]), as: UTF8.self)
                    try await wire.write(LiveFrames.frame(1, error.utf8))
                }
                try await wire.write(LiveFrames.frame(8, [UInt8(parting.code >> 8), UInt8(parting.code & 0xFF)]))
                await wire.finish()
            } catch {
                // Whoever called has gone.
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
