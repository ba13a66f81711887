package import MillraceDurable
package import MillraceKit

/// Counts the words of files. The state contains only files without a count, so a long input needs no more memory than a short one.
package struct WordCounts: Reducer, Sendable {
    /// The files without a count. It survives the end of the process.
    package struct State: Hashable, DurableState, Sendable {
        /// The jobs, by the paths of their files.
        package internal(set) var jobs: [String: Job] = [:]
        /// The number of files with a count.
        package internal(set) var counted = 0

        package static var rows: [DurableRows<State>] { [.values("jobs", \.jobs)] }

        /// Creates the state of a worker that has read no input.
        package init() {}

        /// The number of files that have no result yet.
        package var pending: Int { jobs.values.count { !$0.isFailed } }
        /// The paths of the files that could not be counted.
        package var failed: [String] { jobs.filter(\.value.isFailed).keys.sorted() }
    }

    /// A file without a count.
    package struct Job: Hashable, Codable, Sendable {
        /// The number of attempts that have failed.
        package internal(set) var failures = 0
        /// Whether the file is not tried again.
        package var isFailed: Bool { failures == 4 }
    }

    /// The actions of the worker.
    package enum Action: Hashable, Codable, Sendable {
        case count(String)
        case counted(Count)
        case notCounted(String, FileFailure)
        case retry(String)
        case forget(String)
    }

    /// Creates the reducer.
    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .count(let file):
            guard state.jobs[file] == nil else { return .none }
            return count(file, &state, after: 0)
        case .counted(let count):
            state.jobs[count.file] = nil
            state.counted += 1
            return .post(Report.counted(count))
        case .notCounted(let file, let failure):
            guard var job = state.jobs[file] else { return .none }
            job.failures += 1
            state.jobs[file] = job
            if job.isFailed { return .post(Report.failed(failure)) }
            // 1, 2 and 4 seconds. The delay goes on after a restart.
            return .after(.seconds(1 << (job.failures - 1)), .send(.retry(file)))
        case .retry(let file):
            guard let job = state.jobs[file] else { return .none }
            return count(file, &state, after: job.isFailed ? 0 : job.failures)
        case .forget(let file):
            state.jobs[file] = nil
            return .none
        }
    }

    private func count(_ file: String, _ state: inout State, after failures: Int) -> Flow<Self> {
        state.jobs[file] = Job(failures: failures)
        // Files are read at the same time, but not more than eight.
        return .execute(CountWords(file), policy: .limit(8))
    }
}
