import MillraceJournal
package import MillraceKit

/// The published notes. Publishing and unpublishing a note does not wait for its other changes.
package struct Publications: Reducer {
    /// The publications, and those that are changing.
    package struct State: Hashable, Codable, Sendable {
        /// The publication of each published note.
        package internal(set) var all: [NoteID: Publication] = [:]
        /// The notes that are being published or unpublished.
        var pending: Set<NoteID> = []

        /// How often the storage has changed what is shown at each published address, by the last part of the address. Includes the
        /// deletions and restorations of published notes.
        package internal(set) var changes: [String: Int] = [:]
        /// How often the storage has changed published notes.
        package internal(set) var changeCount = 0

        /// The state before anything is loaded.
        package init() {}

        /// Whether a note is published, or is being published.
        func contains(_ id: NoteID) -> Bool { all[id] != nil || pending.contains(id) }

        /// Notes that the storage has changed these publications. Windows that show them read them again.
        mutating func recordChange(of tokens: Set<String>) {
            changeCount += 1
            for token in tokens { changes[token, default: 0] += 1 }
        }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case publish(PublishNote)
        case published(NoteID, Event<PublishNote>)
        case unpublish(UnpublishNote)
        case unpublished(NoteID, Event<UnpublishNote>)
        /// Published notes were deleted or restored, by the last parts of their addresses.
        case changed(Set<String>)
        /// Notes were deleted permanently.
        case purged([NoteID])
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// A note could not be published or unpublished.
        case failed(FailedChange)
    }

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .publish(let command):
            guard state.pending.insert(command.id).inserted else { break }
            return .execute(command, as: { .published(command.id, $0) }, id: command.id, policy: .queue)
        case .unpublish(let command):
            guard state.all[command.id] != nil, state.pending.insert(command.id).inserted else { break }
            return .execute(command, as: { .unpublished(command.id, $0) }, id: command.id, policy: .queue)
        case .published(let id, let event): return published(id, event, &state)
        case .unpublished(let id, let event): return unpublished(id, event, &state)
        case .changed(let tokens): state.recordChange(of: tokens)
        case .purged(let notes):
            for id in notes {
                state.all[id] = nil
                state.pending.remove(id)
            }
        }
        return .none
    }

    private func published(_ id: NoteID, _ event: Event<PublishNote>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data(let publication):
            // If the note is not pending any more, it was purged meanwhile.
            if state.pending.remove(id) != nil { state.all[id] = publication }
            state.recordChange(of: [publication.token])
            return .none
        case .failure(let failure):
            state.pending.remove(id)
            return .output(.failed(FailedChange(id, "published", because: failure)))
        }
    }

    private func unpublished(_ id: NoteID, _ event: Event<UnpublishNote>, _ state: inout State) -> Flow<Self> {
        switch event {
        case .progress: return .none
        case .data:
            state.pending.remove(id)
            if let publication = state.all.removeValue(forKey: id) { state.recordChange(of: [publication.token]) }
            return .none
        case .failure(let failure):
            state.pending.remove(id)
            return .output(.failed(FailedChange(id, "unpublished", because: failure)))
        }
    }
}
