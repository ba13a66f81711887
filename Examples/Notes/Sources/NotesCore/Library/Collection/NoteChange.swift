/// A change of a note in the storage.
enum NoteChange: Hashable, Codable, Sendable {
    case pin(Bool)
    case deletion(Bool)

    var opposite: Self {
        switch self {
        case .pin(let isPinned): .pin(!isPinned)
        case .deletion(let isDeleted): .deletion(!isDeleted)
        }
    }

    /// The change as a past participle, for a message.
    var pastParticiple: String {
        switch self {
        case .pin(let isPinned): isPinned ? "pinned" : "unpinned"
        case .deletion(let isDeleted): isDeleted ? "deleted" : "restored"
        }
    }
}

/// The stored state of a note whose requested state differs.
struct UnsettledNote: Hashable, Codable, Sendable {
    var isPinned: Bool
    var isDeleted: Bool
    /// The pending change.
    var pendingChange: NoteChange?
    /// The window that requested the last change.
    var window: WindowID?

    func contains(_ change: NoteChange) -> Bool { change == .pin(isPinned) || change == .deletion(isDeleted) }

    mutating func apply(_ change: NoteChange) {
        switch change {
        case .pin(let isPinned): self.isPinned = isPinned
        case .deletion(let isDeleted): self.isDeleted = isDeleted
        }
    }
}
