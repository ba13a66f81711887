package import MillraceKit

/// The filter of the list. The list embeds it, and searches for the notes.
package struct Filter: Module {
    /// Which notes the list shows.
    package struct Value: Hashable, Codable, Sendable {
        /// The words that a note must contain.
        package var query = ""
        /// Whether only pinned notes are shown.
        package var isPinnedOnly = false
        /// Whether only notes that were changed within a week are shown.
        package var isRecentOnly = false

        /// Creates a filter that matches all notes.
        package init() {}

        /// Creates a filter.
        package init(_ query: String, isPinnedOnly: Bool = false, isRecentOnly: Bool = false) {
            (self.query, self.isPinnedOnly, self.isRecentOnly) = (query, isPinnedOnly, isRecentOnly)
        }

        /// Whether the filter can exclude notes.
        package var isActive: Bool { isPinnedOnly || needsSearch }
        /// Whether the filter requires a search in the storage.
        var needsSearch: Bool { isRecentOnly || !query.trimmed.isEmpty }
    }

    package typealias State = Value

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case typed(String)
        case pinnedOnly(Bool)
        case recentOnly(Bool)
        case reset
    }

    /// The inputs from the list.
    package enum Input: Codable, Sendable {
        /// Show all notes again.
        case reset
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        case changed(Value)
    }

    package init() {}

    package func state(for value: Value) -> Value { value }

    package func receive(_ input: Input) -> Action { .reset }

    package func reduce(_ state: inout Value, _ action: Action) -> Flow<Self> {
        let before = state
        switch action {
        case .typed(let query): state.query = query
        case .pinnedOnly(let isOn): state.isPinnedOnly = isOn
        case .recentOnly(let isOn): state.isRecentOnly = isOn
        case .reset: state = Value()
        }
        return state == before ? .none : .output(.changed(state))
    }
}
