import MillraceKit

// A request to change many notes is executed in steps, so that no window and no command of another window waits long. The storage
// writes a step in one transaction. The next step starts after all changes of the last one have ended. Several requests take turns.
extension Library {
    /// The notes of a request that are not changed yet.
    struct RemainingChanges: Hashable, Sendable {
        var isDeletion: Bool
        var notes: ArraySlice<NoteID>
    }

    /// The number of notes that one step changes, and the delay before the next step.
    static let (changeStep, changePause) = (250, Duration.milliseconds(10))

    /// Deletes or restores notes. Changes more than a step's number of notes in steps.
    func change(_ notes: [NoteID], isDeletion: Bool, _ state: inout State) -> Flow<Self> {
        let remaining = RemainingChanges(isDeletion: isDeletion, notes: notes[...])
        if notes.count <= Self.changeStep { return change(remaining, &state) }
        state.remainingChanges.append(remaining)
        // If a step is pending, its end starts the next one.
        return state.remainingChanges.count == 1 && state.stepNotes.isEmpty ? startStep(&state) : .none
    }

    /// Starts the next step of the request that has waited longest.
    func startStep(_ state: inout State) -> Flow<Self> {
        guard state.stepNotes.isEmpty, !state.remainingChanges.isEmpty else { return .none }
        var remaining = state.remainingChanges.removeFirst()
        var step = remaining
        step.notes = remaining.notes.prefix(Self.changeStep)
        remaining.notes = remaining.notes.dropFirst(Self.changeStep)
        if !remaining.notes.isEmpty { state.remainingChanges.append(remaining) }
        let changes = change(step, &state)
        state.stepNotes = Set(step.notes.filter { state.unsettled[$0] != nil })
        return changes.and(scheduleStep(state))
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

    private func change(_ changes: RemainingChanges, _ state: inout State) -> Flow<Self> {
        .merge(changes.notes.map { change(&state, changes.isDeletion ? .delete($0) : .undo($0)) })
    }
}
