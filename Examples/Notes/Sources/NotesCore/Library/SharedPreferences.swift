import MillraceJournal
package import MillraceKit

/// The preferences that all windows share. A change is shown at once, and reverted if it cannot be saved.
package struct SharedPreferences: Reducer {
    /// The preferences that are shown, stored and being saved.
    package struct State: Hashable, Codable, Sendable {
        /// The preferences that are shown.
        package internal(set) var current = Preferences()
        /// The preferences that are on the disk.
        var stored = Preferences()
        /// The preferences that are being saved.
        var pending: Preferences?

        /// The state before anything is loaded.
        package init() {}

        /// Whether the current preferences are on the disk.
        package var isSaved: Bool { current == stored && pending == nil }

        /// Applies the preferences that were loaded.
        mutating func load(_ preferences: Preferences) { (current, stored) = (preferences, preferences) }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case set(Preferences)
        case saved(Event<SavePreferences>)
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// Preferences could not be saved.
        case failed(StorageFailure)
    }

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let preferences):
            guard preferences != state.current else { return .none }
            state.current = preferences
            return save(&state)
        case .saved(let event): return conclude(event, &state)
        }
    }

    /// Handles the result of a save. After a failure, restores the stored preferences if the current ones are those that failed.
    private func conclude(_ event: Event<SavePreferences>, _ state: inout State) -> Flow<Self> {
        if case .progress = event { return .none }
        guard let pending = state.pending.take() else { return .none }
        if case .failure(let failure) = event, state.current == pending {
            state.current = state.stored
            return .output(.failed(failure))
        }
        if case .data = event { state.stored = pending }
        return save(&state)
    }

    /// Saves the current preferences. One save runs at a time; the newest preferences are saved next.
    private func save(_ state: inout State) -> Flow<Self> {
        guard state.pending == nil, state.current != state.stored else { return .none }
        state.pending = state.current
        return .execute(SavePreferences(state.current), as: Action.saved)
    }
}
