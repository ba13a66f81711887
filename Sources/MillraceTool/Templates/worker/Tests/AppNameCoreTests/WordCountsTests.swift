import MillraceKit
import MillraceTesting
import Testing

@testable import AppNameCore

@MainActor @Suite("The worker") struct WordCountsTests {
    private let first = Count(file: "a.txt", words: 2)

    private func loaded() -> TestStore<WordCounts> {
        var state = WordCounts.State()
        (state.counts, state.isLoaded) = ([first], true)
        return TestStore(state, WordCounts())
    }

    @Test("Loads the stored counts, and counts nothing before") func load() {
        let store = TestStore(WordCounts.State(), WordCounts())
        store.send(.count("a.txt"))
        store.send(.load)
        store.complete(LoadCounts(), with: [first]) { ($0.counts, $0.isLoaded) = ([self.first], true) }
    }

    @Test("Counts a file once, and stores the count") func count() {
        let store = loaded()
        store.send(.count("a.txt"))
        store.send(.count("b.txt"))
        let second = Count(file: "b.txt", words: 3)
        store.complete(CountWords("b.txt"), with: second) { $0.counts = [self.first, second] }
        store.complete(SaveCounts([first, second]), with: ())
    }

    @Test("Keeps what has failed") func failure() {
        let store = loaded()
        store.send(.count("b.txt"))
        store.fail(CountWords("b.txt"), with: FileFailure("There is no file b.txt.")) {
            $0.problems = ["There is no file b.txt."]
        }
    }
}
