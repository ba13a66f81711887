extension OpenNotes {
    /// The notes that windows show, and their texts.
    package struct State: Hashable, Codable, Sendable {
        /// The notes that are open in a window, or not yet saved.
        package internal(set) var editors: [NoteID: Editor.State] = [:]
        /// The notes of each client whose saves have failed, in the order of the next attempts. The next one is scheduled.
        var failedSaves: [Int?: ArraySlice<NoteID>] = [:]
        /// How many windows show each note.
        var viewers: [NoteID: Int] = [:]
        /// The notes that are being read. A note is read once, even if it is closed and opened again meanwhile.
        var reading: Set<NoteID> = []

        /// The state in which no window shows a note.
        package init() {}

        /// Whether all texts are on the disk.
        package var isSaved: Bool { editors.values.allSatisfy(\.isSaved) }
    }
}

extension OpenNotes.State {
    /// Closes a note if no window shows it, its text is saved and no older one is being saved.
    mutating func closeIfDone(_ id: NoteID) {
        guard let editor = editors[id], viewers[id] == nil, editor.isSaved else { return }
        if editor.pendingSaves.isEmpty { editors[id] = nil }
    }
}

// The compiler cannot synthesize this, because a slice is not `Codable`.
extension OpenNotes.State {
    private enum CodingKeys: CodingKey { case editors, failedSaves, viewers, reading }

    package init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        editors = try values.decode([NoteID: Editor.State].self, forKey: .editors)
        failedSaves = try values.decode([Int?: [NoteID]].self, forKey: .failedSaves).mapValues { $0[...] }
        viewers = try values.decode([NoteID: Int].self, forKey: .viewers)
        reading = try values.decode(Set<NoteID>.self, forKey: .reading)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(editors, forKey: .editors)
        try values.encode(failedSaves.mapValues { Array($0) }, forKey: .failedSaves)
        try values.encode(viewers, forKey: .viewers)
        try values.encode(reading, forKey: .reading)
    }
}
