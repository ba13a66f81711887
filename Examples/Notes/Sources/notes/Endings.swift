import Dispatch
import Foundation

/// What ends the program: Ctrl-C, the system's request, or the server.
@MainActor final class Endings {
    private let endings: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// From now on a signal no longer ends the program by itself.
    init() {
        (endings, ending) = AsyncStream.makeStream(of: Void.self)
        sources = [SIGINT, SIGTERM].map { [ending] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { ending.yield() }
            source.resume()
            return source
        }
    }

    /// Ends the waiting.
    func end() { ending.yield() }

    /// Returns when something has ended the program.
    func wait() async {
        for await _ in endings { return }
    }
}
