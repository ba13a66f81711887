import MillraceKit
import MillraceWeb
import Synchronization

/// The sessions of the server, for use outside their actors.
final class Sessions: Sendable {
    private let all = Mutex<[Entry]>([])
    private let (ends, ended) = AsyncStream<Void>.makeStream()

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

    /// Returns a marker for the engine of a session to retain. Its release counts as the end of the session.
    func makeEnd() -> End { End(ended) }

    final class End: Sendable {
        private let ended: AsyncStream<Void>.Continuation
        fileprivate init(_ ended: AsyncStream<Void>.Continuation) { self.ended = ended }
        deinit { ended.yield() }
    }

    func forget() { all.withLock { $0 = [] } }
}
