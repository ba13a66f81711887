public import MillraceKit

/// A search while a person types. Each text is searched, and the results of the last one are shown.
public struct Search: Reducer, Sendable {
    /// The text and its results.
    public struct State: Hashable, Codable, Sendable {
        /// The text that the person typed.
        public internal(set) var text = ""
        /// The items that contain the text.
        public internal(set) var results: [String] = []
        /// Whether the results are pending.
        public internal(set) var isSearching = false
        /// Why the last search failed.
        public internal(set) var problem: String?

        /// Creates a search without a text.
        public init() {}
    }

    /// The actions of the search.
    public enum Action: Hashable, Codable, Sendable {
        case typed(String)
        case found([String])
        case failed(SearchFailure)
    }

    /// Creates the reducer.
    public init() {}

    /// Searches each text, and shows the results.
    public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .typed(let text):
            (state.text, state.results, state.isSearching, state.problem) = (text, [], true, nil)
            return .execute(FindItems(text), as: Self.found)
        case .found(let items): (state.results, state.isSearching) = (items, false)
        case .failed(let failure): (state.problem, state.isSearching) = (failure.reason, false)
        }
        return .none
    }

    private static func found(_ event: Event<FindItems>) -> Action {
        switch event {
        case .data(let items): .found(items)
        case .failure(let failure): .failed(failure)
        }
    }
}
