import MillraceKit

extension Library {
    /// Shows at once what was chosen, and has it kept: one at a time, the newest when that has ended.
    func prefer(_ preferences: Preferences, _ state: inout State) -> Flow<Self> {
        guard state.isLoaded, preferences != state.preferences else { return .none }
        state.show(preferences)
        return keepPreferences(&state)
    }

    /// Takes in what the disk says. What it refuses is taken back, unless something else was chosen meanwhile.
    func prefer(_ event: Event<SavePreferences>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        guard let asked = state.askedPreferences.take() else { return .none }
        if case .failure(let failure) = event, state.preferences == asked {
            state.show(state.storedPreferences)
            state.report("The settings were not kept, because \(failure.reason).")
        } else if case .data = event {
            state.storedPreferences = asked
        }
        return keepPreferences(&state)
    }

    private func keepPreferences(_ state: inout State) -> Flow<Self> {
        guard state.askedPreferences == nil, state.preferences != state.storedPreferences else { return .none }
        state.askedPreferences = state.preferences
        return .execute(SavePreferences(state.preferences), as: Action.preferred)
    }
}

extension Library.State {
    /// The disk tells what was chosen before.
    mutating func take(_ stored: Preferences) {
        storedPreferences = stored
        show(stored)
    }

    fileprivate mutating func show(_ preferences: Preferences) {
        self.preferences = preferences
        notes.arrangement = preferences.arrangement
    }
}
