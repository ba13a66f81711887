#if Web || Hummingbird || App
    import Foundation
    import Millrace

    // Making the frames of a page.
    extension LiveSession {
        enum Output { case frame([UInt8]?), ended }

        /// Waits for the next frame of the page, and makes it when the limits allow it.
        ///
        /// - Parameter time: The time that this task works on pages.
        /// - Returns: The frame, which is `nil` if nothing has changed; or that there are no more frames.
        func nextFrame(of live: LivePage, _ time: PageTime) async -> Output {
            let isLarge = live.isLarge
            let mayStart: @Sendable () -> Bool = { [work = registry.work, owner] in
                !isLarge && work.startSmallNow(of: owner)
            }
            switch await live.page.nextFrame(on: live.connectionID, if: mayStart) {
            case .ended: return .ended
            case .made(let frame):
                registry.work.endSmall(of: owner, after: time.take())
                return .frame(await bytes(of: frame, of: live))
            case .unstored(let frame): return .frame(Array(frame.utf8))
            case .ready: return .frame(await bytes(of: frame(of: live, isLarge: isLarge), of: live))
            }
        }

        /// Encodes a frame. Only the bytes remain in memory while they are written, not the text.
        @inline(never) private func bytes(of frame: PageFrame?, of live: LivePage) async -> [UInt8]? {
            guard let frame, await stored(live) else { return nil }
            bytesInFlight.withLock { $0 = frame.text?.utf8.count ?? 0 }
            note(frame.load, of: live)
            return frame.text.map { Array($0.utf8) }
        }

        /// Returns when the turns that the last frame shows are stored; `false` if the connection or the page ends before. Meanwhile, sends what
        /// the page says of its storage.
        private func stored(_ live: LivePage) async -> Bool {
            while await !live.page.stored(on: live.connectionID) {
                guard let frame = await live.page.storageFrame(on: live.connectionID),
                    (try? await transport.send(Array(frame.utf8))) != nil
                else { return false }
            }
            return true
        }

        /// Makes the next frame of the page when the limits allow it.
        @inline(never) private func frame(of live: LivePage, isLarge: Bool) async -> PageFrame? {
            await registry.work.run(for: owner, isLarge: isLarge) { _ in
                await live.page.frame(on: live.connectionID, isLarge: isLarge)
            }
        }
    }
#endif
