/// The last changes of a page, as they went to the browsers: for those that lost the connection, and for those that are slow.
struct PatchLog {
    /// How much is remembered at maxCount. A browser that is further behind gets the page anew.
    static let (maxEntries, maxBytes) = (256, 1_000_000)

    private var entries: [(sequence: Int, patch: String)] = []
    private var bytes = 0
    private(set) var sequence = 0

    /// Remembers the next change: what stands between the braces of a frame, after the number.
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

    /// Whether a browser that shows `shown` can be sentSequence what followed.
    func covers(_ shown: Int) -> Bool { shown == sequence || patch(after: shown) != nil }

    /// What followed next.
    func patch(after shown: Int) -> String? {
        guard let first = entries.first, shown >= first.sequence - 1, shown < sequence else { return nil }
        return entries[shown + 1 - first.sequence].patch
    }
}
