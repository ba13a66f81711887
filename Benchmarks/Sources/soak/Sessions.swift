import Millrace
import MillraceWeb
import Synchronization

/// The sessions that there are, seen from outside of their actors.
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

    /// How many are alive.
    var count: Int { all.withLock { $0.count { $0.session != nil } } }

    func tell(_ action: Feed.Action) { for entry in all.withLock({ $0 }) { _ = entry.inbox.offer(action) } }

    /// Waits until so many have gone, each with its engine.
    func haveGone(_ count: Int) async {
        var ends = ends.makeAsyncIterator()
        for _ in 0..<count { await ends.next() }
    }

    /// Goes with the engine of a session, which holds it, and says so.
    func makeEnd() -> End { End(said) }

    final class End: Sendable {
        private let said: AsyncStream<Void>.Continuation
        fileprivate init(_ said: AsyncStream<Void>.Continuation) { self.said = said }
        deinit { said.yield() }
    }

    func forget() { all.withLock { $0 = [] } }
}
