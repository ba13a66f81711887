/// The last changes of a page, for browsers that reconnect or are slow.
struct PatchLog {
    /// The maximum numbers of stored changes and bytes. A browser that lacks an older change receives the whole page. The newest
    /// change can be longer, until ``trim()`` is called: it is shorter than the whole page.
    static let (maxEntries, maxBytes) = (256, 1_000_000)

    private var entries: [(sequence: Int, patch: String)] = []
    /// The number of entries at the start that were emptied. They are removed together, so that each change costs the
    /// same when the log is full.
    private var start = 0
    /// The number of stored bytes.
    private(set) var bytes = 0
    private(set) var sequence = 0

    /// Appends the next change: the JSON members of its frame, without the sequence number.
    mutating func append(_ patch: String) {
        sequence += 1
        entries.append((sequence, patch))
        bytes += patch.utf8.count
        while entries.count - start > Self.maxEntries || (isTooLong && entries.count - start > 1) {
            removeOldest()
        }
        if start >= Self.maxEntries {
            entries.removeFirst(start)
            start = 0
        }
    }

    private mutating func removeOldest() {
        bytes -= entries[start].patch.utf8.count
        entries[start].patch = ""
        start += 1
    }

    /// Whether the newest change is longer than all changes may be.
    var isTooLong: Bool { bytes > Self.maxBytes }

    /// Removes the newest change if it is longer than all changes may be.
    mutating func trim() { if isTooLong { removeOldest() } }

    /// Removes all changes. Each browser then needs the whole page.
    mutating func restart() {
        sequence += 1
        (entries, start, bytes) = ([], 0, 0)
    }

    /// Lets the changes have higher sequence numbers than this one. The log is empty.
    mutating func restart(at sequence: Int) { self.sequence = sequence }

    /// Whether the log contains all changes since the page `shown`.
    func covers(_ shown: Int) -> Bool { shown == sequence || patch(after: shown) != nil }

    /// Returns the change that follows the page `shown`.
    func patch(after shown: Int) -> String? {
        guard start < entries.count, shown >= entries[start].sequence - 1, shown < sequence else { return nil }
        return entries[start + shown + 1 - entries[start].sequence].patch
    }
}
