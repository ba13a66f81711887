import MillraceKit

extension Library {
    /// Applies the preferences at once, then saves them. One save runs at a time; the newest preferences are saved next.
    func setPreferences(_ preferences: Preferences, _ state: inout State) -> Flow<Self> {
        guard state.isLoaded, preferences != state.preferences else { return .none }
        state.show(preferences)
        return storePreferences(&state)
    }

    /// Handles the result of a save. After a failure, restores the stored preferences if the current ones are those that failed.
    func preferencesSaved(_ event: Event<SavePreferences>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        guard let pending = state.pendingPreferences.take() else { return .none }
        if case .failure(let failure) = event, state.preferences == pending {
            state.show(state.storedPreferences)
            state.report("The settings could not be saved because \(failure.reason).")
        } else if case .data = event {
            state.storedPreferences = pending
        }
        return storePreferences(&state)
    }

    private func storePreferences(_ state: inout State) -> Flow<Self> {
        guard state.pendingPreferences == nil, state.preferences != state.storedPreferences else { return .none }
        state.pendingPreferences = state.preferences
        return .execute(SavePreferences(state.preferences), as: Action.preferencesSaved)
    }
}

extension Library.State {
    /// Applies the preferences that were loaded.
    mutating func apply(_ stored: Preferences) {
        storedPreferences = stored
        show(stored)
    }

    fileprivate mutating func show(_ preferences: Preferences) {
        self.preferences = preferences
        notes.arrangement = preferences.arrangement
    }
}
