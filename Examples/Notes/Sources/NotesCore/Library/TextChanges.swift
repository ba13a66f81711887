/// The notes whose texts were stored last. They can match a search now, or no longer.
package struct TextChanges: Hashable, Codable, Sendable {
    /// The number of notes that are remembered: those of some steps of an import.
    static let capacity = 1_000

    /// How many texts were stored.
    private var count = 0
    /// The notes, the newest last.
    private var recent: [NoteID] = []

    /// Adds notes whose texts were stored.
    mutating func add(_ notes: [NoteID]) {
        count += notes.count
        recent = Array((recent + notes).suffix(Self.capacity))
    }

    /// Returns the notes that were added after an earlier value; `nil` if they are too many to be remembered.
    func notes(since earlier: TextChanges) -> ArraySlice<NoteID>? {
        let new = count - earlier.count
        return new <= recent.count ? recent.suffix(new) : nil
    }
}
