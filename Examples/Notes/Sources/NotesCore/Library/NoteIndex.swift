/// The summaries of all notes in the order of the list: pinned ones first, then as they are arranged.
///
/// Finding one takes the time of a dictionary, moving one that of a binary search and a shift.
package struct NoteIndex: Hashable, Sendable {
    /// The notes, first to last.
    package private(set) var order: [NoteID] = []
    private var summaries: [NoteID: NoteSummary] = [:]
    /// How they are arranged; setting it moves them.
    package var arrangement = Arrangement.changed {
        didSet { if arrangement != oldValue { sort() } }
    }

    /// No notes.
    package init() {}

    /// A list of `summaries`, in whatever order they come.
    package init(_ summaries: [NoteSummary]) { add(summaries) }

    /// How many there are.
    package var count: Int { order.count }

    /// The summary of a note; setting one moves it to its place, setting `nil` takes it out.
    package subscript(id: NoteID) -> NoteSummary? {
        get { summaries[id] }
        set {
            if let old = summaries.removeValue(forKey: id) { order.remove(at: place(of: old)) }
            guard let newValue else { return }
            order.insert(id, at: place(of: newValue))
            summaries[id] = newValue
        }
    }

    /// Takes in many at once; one that is there already is replaced.
    package mutating func add(_ new: [NoteSummary]) {
        for summary in new where summaries.updateValue(summary, forKey: summary.id) == nil { order.append(summary.id) }
        sort()
    }

    private mutating func sort() {
        let sorted = order.compactMap { summaries[$0] }.sorted { $0.isAbove($1, by: arrangement) }
        order = sorted.map(\.id)
    }

    /// Where `summary` stands or would stand.
    private func place(of summary: NoteSummary) -> Int {
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
