import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The worker") struct WordCountsTests {
    private let two = Count(file: "a.txt", words: 2)

    @Test("Counts a file, stores the count, and then reports it") func count() {
        let store = TestStore(WordCounts.State(), WordCounts())
        store.send(.count("a.txt")) { $0.pending = 1 }
        store.complete(CountWords("a.txt"), with: two)
        store.complete(SaveCount(two), with: ()) { $0.pending = 0 }
        store.fact(Report.counted(two))
    }

    @Test("Is finished when the input has ended and all files have a result") func finish() {
        let store = TestStore(WordCounts.State(), WordCounts())
        store.send(.count("a.txt")) { $0.pending = 1 }
        store.send(.endInput) { $0.isInputEnded = true }
        #expect(!store.state.isFinished)
        store.fail(CountWords("a.txt"), with: FileFailure("There is no file a.txt.")) {
            ($0.pending, $0.failed) = (0, 1)
        }
        store.fact(Report.failed(FileFailure("There is no file a.txt.")))
        #expect(store.state.isFinished)
    }
}
