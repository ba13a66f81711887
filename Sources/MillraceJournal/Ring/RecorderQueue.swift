import Dispatch
import Millrace

/// Takes what the engine's actor has collected to the thread that writes it. The actor never waits.
final class RecorderQueue: Sendable {
    /// The number of entries that may wait. More are lost, so that memory stays flat beside a slow disk.
    private static let limit = 4_096
    /// The number of entries that are written without delay.
    private static let batchSize = 64
    /// The time after which fewer entries are written: long enough for all turns of a key press, so that they wake the thread once.
    private static let writeDelay = DispatchTimeInterval.milliseconds(20)

    // A thread of its own, because encoding a large state takes long.
    private let queue = DispatchQueue(label: "millrace.recorder", qos: .utility)
    /// Safe: only jobs of the queue use it, one at a time.
    private nonisolated(unsafe) let writer: RingWriter
    private let collected = Lock(Collected())

    private struct Collected: Sendable {
        /// The batches that wait, and the number of their entries.
        var batches: [CollectedBatch] = []
        var waiting = 0
        /// The number of entries that are being written.
        var writing = 0

        var count: Int { waiting + writing }
    }

    init(_ writer: RingWriter) { self.writer = writer }

    /// Whether so many entries wait that states between should be left out.
    var isBehind: Bool { collected.withLock { $0.count >= Self.limit / 16 } }

    /// Takes a batch.
    ///
    /// - Returns: `false` if too many entries wait.
    func submit(_ batch: CollectedBatch) -> Bool {
        let waiting: (before: Int, now: Int)? = collected.withLock { collected in
            guard collected.count < Self.limit else { return nil }
            let before = collected.waiting
            collected.batches.append(batch)
            collected.waiting += batch.entries.count
            return (before, collected.waiting)
        }
        guard let waiting else { return false }
        if waiting.before < Self.batchSize, waiting.now >= Self.batchSize {
            queue.async { self.write() }
        } else if waiting.before == 0 {
            queue.asyncAfter(deadline: .now() + Self.writeDelay) { self.write() }
        }
        return true
    }

    /// Writes the batches that wait.
    private func write() {
        let batches = collected.withLock { collected in
            (collected.waiting, collected.writing) = (0, collected.waiting)
            return exchange(&collected.batches, with: [])
        }
        if !batches.isEmpty { writer.write(batches) }
        collected.withLock { $0.writing = 0 }
    }

    /// Returns when everything that was submitted is written.
    ///
    /// - Parameter ends: Whether the file is closed.
    func flush(ends: Bool = false) async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.write()
                self.writer.flush(ends: ends)
                continuation.resume()
            }
        }
    }
}
