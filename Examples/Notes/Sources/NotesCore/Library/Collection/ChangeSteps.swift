/// The changes of many notes, which run in steps.
///
/// Each note is queued at most once, with the change that was requested last. So repeated requests do not add work.
struct ChangeSteps: Hashable, Codable, Sendable {
    /// The number of notes that one step changes.
    static let size = 250
    /// The delay before the next step. In it, the windows draw their changed lists, and other work of their actor runs.
    static let pause = Duration.milliseconds(100)

    /// A change of a note that waits for its step.
    struct QueuedChange: Hashable, Codable, Sendable {
        var isDeletion: Bool
        /// The window that requested the change.
        var window: WindowID?

        var client: Int { window?.client ?? 0 }
    }

    /// The queued notes of a client, in order. Also contains notes that are not queued any more, or for another client.
    struct RemainingChanges: Hashable, Codable, Sendable {
        let client: Int
        var notes: ArraySlice<NoteID> = []

        init(client: Int) { self.client = client }
    }

    /// The notes to change in steps, and the last change that was requested for each of them.
    private(set) var queuedChanges: [NoteID: QueuedChange] = [:]
    /// The order of the queued changes of each client, in the order of the clients' turns.
    private(set) var remainingChanges: [RemainingChanges] = []
    /// The notes of the current step whose changes are pending.
    var pendingNotes: Set<NoteID> = []

    /// Whether no step is pending or waits.
    var isIdle: Bool { remainingChanges.isEmpty && pendingNotes.isEmpty }

    /// Removes the queued changes of notes, because a newer change was requested.
    mutating func remove(_ notes: [NoteID]) {
        for note in notes where !queuedChanges.isEmpty { queuedChanges[note] = nil }
    }

    /// Queues changes of notes. Omits those that have the requested state already.
    mutating func queue(
        _ notes: [NoteID], isDeletion: Bool, in window: WindowID?, where isDeleted: (NoteID) -> Bool
    ) {
        let client = window?.client ?? 0
        var added: [NoteID] = []
        for note in notes where (queuedChanges[note]?.isDeletion ?? isDeleted(note)) != isDeletion {
            if queuedChanges[note]?.client != client { added.append(note) }
            queuedChanges[note] = .init(isDeletion: isDeletion, window: window)
        }
        if added.isEmpty { return }
        let index = remainingChanges.firstIndex { $0.client == client } ?? remainingChanges.endIndex
        if index == remainingChanges.endIndex { remainingChanges.append(.init(client: client)) }
        // Notes that are not queued any more are removed, so the list is never longer than that of all notes.
        let new = Set(added)
        let old = remainingChanges[index].notes.filter { queuedChanges[$0]?.client == client && !new.contains($0) }
        remainingChanges[index].notes = ArraySlice(old + added)
    }

    /// Removes the changes of a step from the queue: those of the client that has waited longest.
    mutating func takeStep() -> [(note: NoteID, change: QueuedChange)] {
        var step: [(note: NoteID, change: QueuedChange)] = []
        while step.isEmpty, !remainingChanges.isEmpty {
            var remaining = remainingChanges.removeFirst()
            while step.count < Self.size, let note = remaining.notes.popFirst() {
                guard let change = queuedChanges[note], change.client == remaining.client else { continue }
                queuedChanges[note] = nil
                step.append((note, change))
            }
            if !remaining.notes.isEmpty { remainingChanges.append(remaining) }
        }
        return step
    }
}

// The compiler cannot synthesize this, because a slice is not `Codable`.
extension ChangeSteps.RemainingChanges {
    private enum CodingKeys: CodingKey { case client, notes }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(client: try values.decode(Int.self, forKey: .client))
        notes = try values.decode([NoteID].self, forKey: .notes)[...]
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(client, forKey: .client)
        try values.encode(Array(notes), forKey: .notes)
    }
}
