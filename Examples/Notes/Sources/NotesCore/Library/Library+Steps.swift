import MillraceCollections
import MillraceKit

// A request to change many notes is executed in steps, so that no window and no command of another window waits long. The storage
// writes a step in one transaction. The next step starts after all changes of the last one have ended. The clients take turns.
//
// Each note is queued at most once, with the change that was requested last. So repeated requests do not add work.
extension Library {
    /// A change of a note that waits for its step.
    struct QueuedChange: Hashable, Sendable {
        var isDeletion: Bool
        /// The window that requested the change.
        var window: WindowID?

        var client: Int { window?.client ?? 0 }
    }

    /// The queued notes of a client, in order. Also contains notes that are not queued any more, or for another client.
    struct RemainingChanges: Hashable, Sendable {
        let client: Int
        var notes: ArraySlice<NoteID> = []
    }

    /// The number of notes that one step changes, and the delay before the next step. In it, the windows draw their changed lists, and
    /// other work of their actor runs.
    static let (changeStep, changePause) = (250, Duration.milliseconds(100))

    /// Deletes or restores notes. Changes more than a step's number of notes in steps.
    func change(_ notes: [NoteID], isDeletion: Bool, in window: WindowID?, _ state: inout State) -> Flow<Self> {
        if notes.count <= Self.changeStep {
            for note in notes where !state.queuedChanges.isEmpty { state.queuedChanges[note] = nil }
            return .merge(notes.map { change($0, isDeletion: isDeletion, in: window, &state) })
        }
        // If a step is pending, its end starts the next one.
        let isFirst = state.remainingChanges.isEmpty && state.stepNotes.isEmpty
        state.queue(notes, isDeletion: isDeletion, in: window)
        return isFirst ? startStep(&state) : .none
    }

    /// Starts the next step of the client that has waited longest.
    func startStep(_ state: inout State) -> Flow<Self> {
        guard state.stepNotes.isEmpty else { return .none }
        let step = state.takeStep()
        var changes: [Flow<Self>] = []
        var (deleted, restored): ([NoteID], [NoteID]) = ([], [])
        for (note, change) in step {
            if state.mayHaveCommands(note) {
                changes.append(self.change(note, isDeletion: change.isDeletion, in: change.window, &state))
            } else if change.isDeletion {
                deleted.append(note)
            } else {
                restored.append(note)
            }
        }
        // All changes of a step have the same client.
        let window = step.first?.change.window
        changes.append(changeTogether(deleted, isDeletion: true, in: window, &state))
        changes.append(changeTogether(restored, isDeletion: false, in: window, &state))
        state.stepNotes = Set(step.map(\.note).filter { state.unsettled[$0] != nil })
        return .merge(changes).and(scheduleStep(state))
    }

    /// Schedules the next step if the changes of a note were the last ones of a step.
    func endStep(of id: NoteID, _ state: inout State) -> Flow<Self> {
        guard state.unsettled[id] == nil, state.stepNotes.remove(id) != nil else { return .none }
        return scheduleStep(state)
    }

    private func scheduleStep(_ state: State) -> Flow<Self> {
        guard state.stepNotes.isEmpty, !state.remainingChanges.isEmpty else { return .none }
        return .after(Self.changePause, .send(.stepDue))
    }

    private func change(
        _ note: NoteID, isDeletion: Bool, in window: WindowID?, _ state: inout State
    ) -> Flow<Self> {
        change(&state, isDeletion ? .delete(note) : .undo(note), in: window)
    }
}

extension Library.State {
    /// Queues changes of notes. Omits those that have the requested state already.
    fileprivate mutating func queue(_ notes: [NoteID], isDeletion: Bool, in window: WindowID?) {
        let client = window?.client ?? 0
        var added: [NoteID] = []
        for note in notes where (queuedChanges[note]?.isDeletion ?? (deletions[id: note] != nil)) != isDeletion {
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
    fileprivate mutating func takeStep() -> [(note: NoteID, change: Library.QueuedChange)] {
        var step: [(note: NoteID, change: Library.QueuedChange)] = []
        while step.isEmpty, !remainingChanges.isEmpty {
            var remaining = remainingChanges.removeFirst()
            while step.count < Library.changeStep, let note = remaining.notes.popFirst() {
                guard let change = queuedChanges[note], change.client == remaining.client else { continue }
                queuedChanges[note] = nil
                step.append((note, change))
            }
            if !remaining.notes.isEmpty { remainingChanges.append(remaining) }
        }
        return step
    }
}
