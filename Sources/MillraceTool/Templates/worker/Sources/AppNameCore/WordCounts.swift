package import MillraceKit

/// Counts the words of files. The state contains no counts, so a long input needs no more memory than a short one.
package struct WordCounts: Reducer, Sendable {
    /// How far the worker is.
    package struct State: Hashable, Codable, Sendable {
        /// The number of files that have no result yet.
        package internal(set) var pending = 0
        /// The number of files without a count.
        package internal(set) var failed = 0
        /// Whether the input has ended.
        package internal(set) var isInputEnded = false

        /// Creates the state of a worker that has read no input.
        package init() {}

        /// Whether all files have a result, so that the program can end.
        package var isFinished: Bool { isInputEnded && pending == 0 }
    }

    /// The actions of the worker.
    package enum Action: Hashable, Codable, Sendable {
        case count(String)
        case endInput
        case counted(Count)
        case notCounted(FileFailure)
        case saved(Count)
        case notSaved(FileFailure)
    }

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .count(let file):
            state.pending += 1
            // Files are read at the same time, but not more than eight.
            return .execute(CountWords(file), as: Self.counted, policy: .limit(8))
        case .endInput: state.isInputEnded = true
        case .counted(let count): return .execute(SaveCount(count)) { Self.saved(count, $0) }
        case .saved(let count): return state.finish(.counted(count))
        case .notCounted(let failure): return state.finish(.failed(failure))
        case .notSaved(let failure): return .post(Report.failed(failure))
        }
        return .none
    }

    private static func counted(_ event: Event<CountWords>) -> Action {
        switch event {
        case .data(let count): .counted(count)
        case .failure(let failure): .notCounted(failure)
        }
    }

    private static func saved(_ count: Count, _ event: Event<SaveCount>) -> Action {
        switch event {
        case .data: .saved(count)
        case .failure(let failure): .notSaved(failure)
        }
    }
}

extension WordCounts.State {
    /// Ends the work on a file, and reports its result.
    fileprivate mutating func finish(_ report: Report) -> Flow<WordCounts> {
        pending -= 1
        if case .failed = report { failed += 1 }
        return .post(report)
    }
}
