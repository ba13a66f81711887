import GRDB
import MillraceWeb
import Synchronization

/// Writes small changes of notes. Changes that wait at the same time share a transaction, because each transaction is flushed to the
/// disk.
///
/// At most one transaction of changes waits for the database, so other writes get their turn between two of them. The clients take
/// turns. The changes of a client keep their order.
final class ChangeQueue: Sendable {
    /// The maximum number of changes in a transaction.
    static let limit = 250

    fileprivate struct Entry {
        /// Returns whether the note exists.
        let change: @Sendable (Database) throws -> Bool
        let completion: @Sendable (Result<Bool, any Error>) -> Void
    }

    fileprivate struct State {
        /// The changes of each client that wait, in order.
        var waiting: [(client: WebClient, entries: ArraySlice<Entry>)] = []
        /// The address of the change that was taken last.
        var lastAddress = ""
        /// The changes of the current transaction.
        var current: [Entry] = []
        /// Whether a transaction runs or waits for the database.
        var isWriting = false
    }

    private let pool: DatabasePool
    /// How long changes are added to a transaction. A transaction contains at least one change.
    private let step: Duration
    private let state = Mutex(State())

    init(_ pool: DatabasePool, step: Duration) { (self.pool, self.step) = (pool, step) }

    /// Adds a change, and returns at once.
    ///
    /// - Parameters:
    ///   - client: The client that requests the change.
    ///   - change: Changes a note, and returns whether it exists.
    ///   - completion: Receives the result of the change after its transaction.
    func add(
        for client: WebClient, _ change: @escaping @Sendable (Database) throws -> Bool,
        then completion: @escaping @Sendable (Result<Bool, any Error>) -> Void
    ) {
        let isFirst = state.withLock { state in
            state.add(Entry(change: change, completion: completion), for: client)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // The transaction starts after the current turn of the engine, so it contains all changes of the turn.
        if isFirst { Task { @MainActor in write() } }
    }

    private func write() {
        pool.asyncWrite { [self] db in
            let end = ContinuousClock.now + step
            var results: [Bool] = []
            repeat {
                guard let entry = next() else { break }
                results.append(try entry.change(db))
            } while results.count < Self.limit && .now < end
            return results
        } completion: { [self] _, result in
            complete(result)
        }
    }

    /// Moves the next change to the current transaction.
    private func next() -> Entry? {
        state.withLock { state in
            guard let entry = state.takeNext() else { return nil }
            state.current.append(entry)
            return entry
        }
    }

    /// Completes the changes of the current transaction, and starts the next one.
    private func complete(_ result: Result<[Bool], any Error>) {
        // A transaction that could not start contains no change. All that wait get its error.
        let (entries, isContinued) = state.withLock { state in
            var entries = state.current
            if entries.isEmpty { while let entry = state.takeNext() { entries.append(entry) } }
            state.current = []
            state.isWriting = !state.waiting.isEmpty
            return (entries, state.isWriting)
        }
        for (index, entry) in entries.enumerated() { entry.completion(result.map { $0[index] }) }
        if isContinued { write() }
    }
}

extension ChangeQueue.State {
    fileprivate mutating func add(_ entry: ChangeQueue.Entry, for client: WebClient) {
        if let index = waiting.firstIndex(where: { $0.client == client }) {
            waiting[index].entries.append(entry)
        } else {
            waiting.append((client, [entry]))
        }
    }

    /// Removes the next change. The addresses take turns, and so do the clients of one.
    fileprivate mutating func takeNext() -> ChangeQueue.Entry? {
        if waiting.isEmpty { return nil }
        let index = waiting.firstIndex { $0.client.address != lastAddress } ?? 0
        var (client, entries) = waiting.remove(at: index)
        let entry = entries.popFirst()
        if !entries.isEmpty { waiting.append((client, entries)) }
        lastAddress = client.address
        return entry
    }
}
