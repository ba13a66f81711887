package import MillraceKit

/// Says which notes are wanted: embedded in the list, which finds them.
package struct Filter: Module {
    /// Which notes are wanted.
    package struct Value: Hashable, Codable, Sendable {
        /// Words that the notes contain.
        package var query = ""
        /// Whether only pinned notes are wanted.
        package var isPinnedOnly = false
        /// Whether only notes are wanted that were changed within a week.
        package var isRecentOnly = false

        /// All notes.
        package init() {}

        /// Notes of this kind.
        package init(_ query: String, isPinnedOnly: Bool = false, isRecentOnly: Bool = false) {
            (self.query, self.isPinnedOnly, self.isRecentOnly) = (query, isPinnedOnly, isRecentOnly)
        }

        /// Whether any note may be left out.
        package var isActive: Bool { isPinnedOnly || needsSearch }
        /// Whether the storage has to be asked.
        var needsSearch: Bool { isRecentOnly || !query.trimmed.isEmpty }
    }

    package typealias State = Value

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case typed(String)
        case pinnedOnly(Bool)
        case recentOnly(Bool)
        case reset
    }

    /// What it can be told.
    package enum Input: Sendable {
        /// All notes are wanted again.
        case reset
    }

    /// What it tells.
    package enum Output: Equatable, Sendable {
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
