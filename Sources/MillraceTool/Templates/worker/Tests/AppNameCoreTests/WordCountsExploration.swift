import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

extension Explorer<WordCounts> {
    /// An input of up to two files, while reading and storing can fail.
    static var worker: Explorer {
        Explorer(WordCounts.State(), WordCounts(), called: "Explorer.worker")
            .actions { state in
                if state.isInputEnded { return [] }
                return state.pending + state.failed < 2 ? [.count("a.txt"), .endInput] : [.endInput]
            }
            .outcomes(of: CountWords.self) { command in
                [.complete(Count(file: command.file, words: 2)), .fail(FileFailure("There is no such file."))]
            }
            .outcomes(of: SaveCount.self) { _ in [.complete(()), .fail(FileFailure("The disk is full."))] }
            .eventually("the program ends after its input", from: { $0.state.isInputEnded }) { $0.state.isFinished }
            .sometimes("a failure") { $0.state.failed > 0 }
    }
}

@Suite("Every order of events") struct WordCountsExploration {
    @Test("The program ends after its input") func end() {
        // The first draft of the worker has this bug. README.md says how to find and fix it. Then remove `withKnownIssue`.
        withKnownIssue {
            Explorer.worker.check()
        }
    }
}
