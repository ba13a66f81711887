#if Web || App
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Testing

    @testable import MillraceWeb

    /// Symptom: a connection was closed without a response.
    /// Cause: the head of a request ended at the moment of its timeout. The connection could not be read any more, but the head
    /// counted as in time. So the body failed, as if the visitor had disconnected.
    /// Correct behavior: the head is late.
    struct RequestHeadTimeoutTests {
        struct Late: Error {}

        @Test("an operation that ends at its timeout is late, because nothing can be read after it") func late()
            async throws
        {
            let socket = try Socket(domain: AF_INET, type: .stream)
            let timers = TimerQueue(ContinuousClock())
            let connection = Connection(
                try AsyncSocket(socket: socket, pool: HTTPServer.defaultPool()), timers, writeTimeout: .seconds(10))
            await #expect(throws: Late.self) {
                try await connection.withTimeout(.zero, throwing: Late()) {
                    // The second timer fires after the first one, or together with it.
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
