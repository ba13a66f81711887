import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The worker") struct WordCountsTests {
    private let failure = FileFailure("There is no file a.txt.")

    @Test("Counts a file, and then reports the count") func count() {
        let store = TestStore(WordCounts.State(), WordCounts())
        store.send(.count("a.txt")) { $0.jobs = ["a.txt": .init()] }
        store.send(.count("a.txt"))
        store.complete(CountWords("a.txt"), with: Count(file: "a.txt", words: 2)) { ($0.jobs, $0.counted) = ([:], 1) }
        store.fact(Report.counted(Count(file: "a.txt", words: 2)))
    }

    @Test("Tries a file again after 1, 2 and 4 seconds, and then only if a person asks for it") func retry() async {
        let store = TestStore(WordCounts.State(), WordCounts())
        store.send(.count("a.txt")) { $0.jobs = ["a.txt": .init()] }
        for failures in 1...3 {
            store.fail(CountWords("a.txt"), with: failure) { $0.jobs["a.txt"]?.failures = failures }
            await store.advance(by: .seconds(1 << (failures - 1)))
            store.receive(.retry("a.txt"))
        }
        store.fail(CountWords("a.txt"), with: failure) { $0.jobs["a.txt"]?.failures = 4 }
        store.fact(Report.failed(failure))
        #expect(store.state.pending == 0 && store.state.failed == ["a.txt"])
        store.send(.retry("a.txt")) { $0.jobs["a.txt"]?.failures = 0 }
        store.complete(CountWords("a.txt"), with: Count(file: "a.txt", words: 2)) { ($0.jobs, $0.counted) = ([:], 1) }
        store.fact(Report.counted(Count(file: "a.txt", words: 2)))
    }
}
