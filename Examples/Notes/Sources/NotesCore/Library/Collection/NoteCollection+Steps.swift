import MillraceCollections
import MillraceKit

// A request to change many notes is executed in steps, so that no window and no command of another window waits long. The storage
// writes a step in one transaction. The next step starts after all changes of the last one have ended. The clients take turns.
extension NoteCollection {
    /// Deletes or restores notes. Changes more than a step's number of notes in steps.
    func change(_ notes: [NoteID], isDeletion: Bool, in window: WindowID?, _ state: inout State) -> Flow<Self> {
        if notes.count <= ChangeSteps.size {
            state.steps.remove(notes)
            return .merge(notes.map { change($0, isDeletion: isDeletion, in: window, &state) })
        }
        // If a step is pending, its end starts the next one.
        let isFirst = state.steps.isIdle
        state.steps.queue(notes, isDeletion: isDeletion, in: window) { state.deletedNotes.notes[id: $0] != nil }
        return isFirst ? startStep(&state) : .none
    }

    /// Starts the next step of the client that has waited longest.
    func startStep(_ state: inout State) -> Flow<Self> {
        guard state.steps.pendingNotes.isEmpty else { return .none }
        let step = state.steps.takeStep()
        var changes: [Flow<Self>] = []
        var (deleted, restored): ([NoteID], [NoteID]) = ([], [])
        for (note, change) in step {
            // A note that may have a pending command is not changed together with others.
            if state.unsettled[note] != nil || siblings.mayHaveCommands(note) {
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
        state.steps.pendingNotes = Set(step.map(\.note).filter { state.unsettled[$0] != nil })
        return .merge(changes).and(scheduleStep(state))
    }

    /// Schedules the next step if the changes of a note were the last ones of a step.
    func endStep(of id: NoteID, _ state: inout State) -> Flow<Self> {
        guard state.unsettled[id] == nil, state.steps.pendingNotes.remove(id) != nil else { return .none }
        return scheduleStep(state)
    }

    private func scheduleStep(_ state: State) -> Flow<Self> {
        guard state.steps.pendingNotes.isEmpty, !state.steps.remainingChanges.isEmpty else { return .none }
        return .after(ChangeSteps.pause, .send(.stepDue))
    }
}
