import MillraceKit

extension Library {
    /// Publishes a note.
    func publish(_ command: PublishNote, _ state: inout State) -> Flow<Self> {
        let id = command.id
        guard state.notes[id] != nil, state.publishing.insert(id).inserted else { return .none }
        return .execute(command, as: { .published(id, $0) }, id: EffectName.publishing(id), policy: .queue)
    }

    /// Unpublishes a note.
    func unpublish(_ command: UnpublishNote, _ state: inout State) -> Flow<Self> {
        let id = command.id
        guard state.publications[id] != nil, state.publishing.insert(id).inserted else { return .none }
        return .execute(command, as: { .unpublished(id, $0) }, id: EffectName.publishing(id), policy: .queue)
    }

    /// Handles the result of publishing or unpublishing.
    func publish(_ state: inout State, _ action: Action) -> Flow<Self> {
        var fact: PublicationsChanged?
        switch action {
        case .published(_, .progress), .unpublished(_, .progress): return .none
        case .published(let id, .data(let publication)):
            // The note may have been purged meanwhile.
            if state[id] != nil { state.publications[id] = publication }
            fact = PublicationsChanged(tokens: [publication.token])
        case .unpublished(let id, .data):
            fact = state.publications.removeValue(forKey: id).map { PublicationsChanged(tokens: [$0.token]) }
        case .published(let id, .failure(let failure)):
            state.report("\(state.name(of: id)) could not be published because \(failure.reason).")
        case .unpublished(let id, .failure(let failure)):
            state.report("\(state.name(of: id)) could not be unpublished because \(failure.reason).")
        default: return .none
        }
        if case .published(let id, _) = action { state.publishing.remove(id) }
        if case .unpublished(let id, _) = action { state.publishing.remove(id) }
        return fact.map { .post($0) } ?? .none
    }

    /// Announces the deletions and restorations of published notes. Many of them are one fact, because each open reader reads
    /// again: the fact waits for the pending changes, at most for those of one step.
    func announceChanges(_ state: inout State) -> Flow<Self> {
        guard !state.changedPublications.isEmpty else { return .none }
        state.changesSinceFact += 1
        guard state.unsettled.isEmpty || state.changesSinceFact == Self.changeStep else { return .none }
        let fact = PublicationsChanged(tokens: state.changedPublications)
        (state.changedPublications, state.changesSinceFact) = ([], 0)
        return .post(fact)
    }
}
