import Dispatch
import Foundation

/// Waits for the end of the program: Ctrl-C, a request of the system, or the end of the server.
@MainActor final class Termination {
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// Handles SIGINT and SIGTERM, which then no longer end the program by themselves.
    init() {
        (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        sources = [SIGINT, SIGTERM].map { [continuation] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Requests the end of the program.
    func request() { continuation.yield() }

    /// Returns when the end of the program is requested.
    func wait() async {
        for await _ in requests { return }
    }
}
