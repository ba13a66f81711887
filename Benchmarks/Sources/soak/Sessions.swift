import MillraceKit
import MillraceWeb
import Synchronization

/// The sessions of the server, for use outside their actors.
final class Sessions: Sendable {
    private let all = Mutex<[Entry]>([])
    private let (ends, said) = AsyncStream<Void>.makeStream()

    private struct Entry: Sendable {
        let inbox: Inbox<Feed.Action>
        weak let session: WebSession?
    }

    func add(_ inbox: Inbox<Feed.Action>, _ session: WebSession) {
        all.withLock { $0.append(Entry(inbox: inbox, session: session)) }
    }

    /// The number of live sessions.
    var count: Int { all.withLock { $0.count { $0.session != nil } } }

    /// Sends an action to every session.
    func send(_ action: Feed.Action) { for entry in all.withLock({ $0 }) { _ = entry.inbox.offer(action) } }

    /// Waits until `count` sessions have ended, each with its engine.
    func waitForEnd(of count: Int) async {
        var ends = ends.makeAsyncIterator()
        for _ in 0..<count { await ends.next() }
    }

    /// Returns a marker that the engine of a session holds. Its release counts as the end of the session.
    func makeEnd() -> End { End(said) }

    final class End: Sendable {
        private let said: AsyncStream<Void>.Continuation
        fileprivate init(_ said: AsyncStream<Void>.Continuation) { self.said = said }
        deinit { said.yield() }
    }

    func forget() { all.withLock { $0 = [] } }
}
