/// The summaries of all notes in the order of the list: pinned notes first, then by the arrangement.
///
/// Finding a note takes constant time. Moving one takes a binary search and a shift of the array.
package struct NoteIndex: Hashable, Sendable {
    /// The notes, first to last.
    package private(set) var order: [NoteID] = []
    private var summaries: [NoteID: NoteSummary] = [:]
    /// The arrangement. Setting it sorts the notes again.
    package var arrangement = Arrangement.changed {
        didSet { if arrangement != oldValue { sort() } }
    }

    /// Creates an empty index.
    package init() {}

    /// Creates an index of summaries, which can be in any order.
    package init(_ summaries: [NoteSummary]) { add(summaries) }

    /// The number of notes.
    package var count: Int { order.count }

    /// The summary of a note. Setting it moves the note to its position; setting `nil` removes the note.
    package subscript(id: NoteID) -> NoteSummary? {
        get { summaries[id] }
        set {
            if let old = summaries.removeValue(forKey: id) { order.remove(at: position(of: old)) }
            guard let newValue else { return }
            order.insert(id, at: position(of: newValue))
            summaries[id] = newValue
        }
    }

    /// Adds notes. Replaces those that are already in the index. Inserts a few, and sorts all notes after adding many.
    package mutating func add(_ new: [NoteSummary]) {
        if new.count <= order.count / 16 {
            for summary in new { self[summary.id] = summary }
            return
        }
        for summary in new where summaries.updateValue(summary, forKey: summary.id) == nil { order.append(summary.id) }
        sort()
    }

    private mutating func sort() {
        let sorted = order.compactMap { summaries[$0] }.sorted { $0.isAbove($1, by: arrangement) }
        order = sorted.map(\.id)
    }

    /// The position of a summary, or the position at which to insert it.
    private func position(of summary: NoteSummary) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = summaries[order[middle]], other.isAbove(summary, by: arrangement) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
