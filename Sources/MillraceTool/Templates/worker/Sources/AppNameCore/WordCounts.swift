package import MillraceKit

/// The numbers of words of files. Each file is counted once, also by later programs.
package struct WordCounts: Reducer, Sendable {
    /// The counts and the failures.
    package struct State: Hashable, Codable, Sendable {
        /// The counted files, in the order in which they were counted.
        package internal(set) var counts: [Count] = []
        /// Whether the stored counts were read. Until then, no file is counted.
        package internal(set) var isLoaded = false
        /// The failures, as sentences.
        package internal(set) var problems: [String] = []

        /// Creates an empty state that was not loaded.
        package init() {}
    }

    /// The actions of the worker.
    package enum Action: Hashable, Codable, Sendable {
        case load
        case loaded([Count])
        case count(String)
        case counted(Count)
        case saved
        case failed(FileFailure)
    }

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .load: return .execute(LoadCounts(), as: Self.loaded)
        case .loaded(let counts): (state.counts, state.isLoaded) = (counts, true)
        case .count(let file):
            guard state.isLoaded, !state.counts.contains(where: { $0.file == file }) else { break }
            return .execute(CountWords(file), as: Self.counted)
        case .counted(let count):
            state.counts.append(count)
            return .execute(SaveCounts(state.counts), as: Self.saved, policy: .latest)
        case .saved: break
        case .failed(let failure): state.problems.append(failure.reason)
        }
        return .none
    }

    private static func loaded(_ event: Event<LoadCounts>) -> Action {
        switch event {
        case .data(let counts): .loaded(counts)
        case .failure(let failure): .failed(failure)
        }
    }

    private static func counted(_ event: Event<CountWords>) -> Action {
        switch event {
        case .data(let count): .counted(count)
        case .failure(let failure): .failed(failure)
        }
    }

    private static func saved(_ event: Event<SaveCounts>) -> Action {
        switch event {
        case .data: .saved
        case .failure(let failure): .failed(failure)
        }
    }
}
