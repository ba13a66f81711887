/// The last changes of a page, for browsers that reconnect or are slow.
struct PatchLog {
    /// The maximum numbers of stored changes and bytes. A browser that lacks an older change receives the whole page.
    static let (maxEntries, maxBytes) = (256, 1_000_000)

    private var entries: [(sequence: Int, patch: String)] = []
    /// The number of stored bytes.
    private(set) var bytes = 0
    private(set) var sequence = 0

    /// Appends the next change: the JSON members of its frame, without the sequence number.
    mutating func append(_ patch: String) {
        sequence += 1
        entries.append((sequence, patch))
        bytes += patch.utf8.count
        var excess = max(0, entries.count - Self.maxEntries)
        var rest = bytes - entries[..<excess].reduce(0) { $0 + $1.patch.utf8.count }
        while rest > Self.maxBytes, excess < entries.count {
            rest -= entries[excess].patch.utf8.count
            excess += 1
        }
        if excess > 0 { (entries, bytes) = (Array(entries[excess...]), rest) }
    }

    /// Removes all changes. Each browser then needs the whole page.
    mutating func restart() {
        sequence += 1
        (entries, bytes) = ([], 0)
    }

    /// Whether the log contains all changes since the page `shown`.
    func covers(_ shown: Int) -> Bool { shown == sequence || patch(after: shown) != nil }

    /// Returns the change that follows the page `shown`.
    func patch(after shown: Int) -> String? {
        guard let first = entries.first, shown >= first.sequence - 1, shown < sequence else { return nil }
        return entries[shown + 1 - first.sequence].patch
    }
}
