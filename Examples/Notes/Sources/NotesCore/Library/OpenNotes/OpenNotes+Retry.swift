import MillraceKit

// While the storage fails, for example because it is full, thousands of texts may wait, and each attempt costs a transaction. So the
// texts of a client are tried again one after another. After a success, the next one follows at once.
extension OpenNotes {
    /// The shortest delay between two attempts of a client, unless one succeeds.
    static let shortestRetryDelay = Duration.milliseconds(50)

    /// Saves the text of a note later, if its last save has failed and may succeed then.
    func retrySaving(_ id: NoteID, _ state: inout State) -> Flow<Self> {
        guard let editor = state.editors[id], editor.canRetry else { return .none }
        let client = editor.window?.client
        guard var notes = state.failedSaves[client] else {
            state.failedSaves[client] = [id]
            return scheduleRetry(for: client, count: 1)
        }
        if !notes.contains(id) { notes.append(id) }
        state.failedSaves[client] = notes
        return .none
    }

    /// Tries to save the next text of a client again, and schedules the one after it.
    func retry(for client: Int?, _ state: inout State) -> Flow<Self> {
        var notes = state.failedSaves.removeValue(forKey: client) ?? []
        while let id = notes.popFirst() {
            guard state.editors[id]?.canRetry == true else { continue }
            let retry = Flow<Self>.send(.editor(id, .saveDue))
            if notes.isEmpty { return retry }
            state.failedSaves[client] = notes
            // This text may fail again.
            return retry.and(scheduleRetry(for: client, count: notes.count + 1))
        }
        return .none
    }

    /// Tries to save the next text of a client at once, because a save has succeeded.
    func retryAtOnce(for client: Int?, _ state: State) -> Flow<Self> {
        state.failedSaves[client] == nil
            ? .none : .cancel(EffectName.retrying(client: client)).and(.send(.retryDue(client: client)))
    }

    private func scheduleRetry(for client: Int?, count: Int) -> Flow<Self> {
        .debounce(
            max(Self.retryDelay / count, Self.shortestRetryDelay), id: EffectName.retrying(client: client),
            .send(.retryDue(client: client)))
    }
}

extension Editor.State {
    /// Whether the last save failed, and may succeed later. A text that is too long, or whose note does not exist, cannot.
    fileprivate var canRetry: Bool {
        switch failure {
        case nil, .notFound, .tooLong: false
        default: !isSaved
        }
    }
}
