import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

extension Explorer<WordCounts> {
    /// An input of up to two files. Counting can fail, and a dead letter can be dropped, which cancels its command.
    static var worker: Explorer {
        Explorer(WordCounts.State(), WordCounts(), called: "Explorer.worker")
            .actions { state in
                let files = state.jobs.count + state.counted < 2 ? ["a.txt", "b.txt"] : []
                return files.map { .count($0) } + state.failed.flatMap { [.retry($0), .forget($0)] }
            }
            .outcomes(of: CountWords.self) { command in
                let failure = FileFailure("There is no such file.")
                return [.complete(Count(file: command.file, words: 2)), .fail(failure), .cancel]
            }
            .eventually("every file has a result", from: { $0.state.pending > 0 }) { $0.state.pending == 0 }
            .sometimes("a failure") { !$0.state.failed.isEmpty }
    }
}

@Suite("Every order of events") struct WordCountsExploration {
    @Test("Every file gets a result") func results() {
        // The first draft of the worker has this bug. README.md says how to find and fix it. Then remove `withKnownIssue`.
        withKnownIssue {
            Explorer.worker.check()
        }
    }
}
