#if Web
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Testing

    @testable import MillraceWeb

    /// The head of a request came to its end when its time did. The connection could not be read any more, the head was taken to be in
    /// time, and so the body failed, as though the visitor had gone: the connection was closed without a word.
    struct HeadAtTheLastMomentTests {
        struct Late: Error {}

        @Test("what ends when its time does is late, for nothing can be read after it") func late() async throws {
            let socket = try Socket(domain: AF_INET, type: .stream)
            let timers = TimerQueue(ContinuousClock())
            let connection = Connection(
                try AsyncSocket(socket: socket, pool: HTTPServer.defaultPool()), timers, writeTimeout: .seconds(10))
            await #expect(throws: Late.self) {
                try await connection.withTimeout(.zero, throwing: Late()) {
                    // The later one rings after the other, or together with it.
                    await withCheckedContinuation { fired in
                        _ = timers.schedule(after: .nanoseconds(1)) { fired.resume() }
                    }
                }
            }
            #expect(timers.count == 0)
            try socket.close()
        }
    }
#endif
