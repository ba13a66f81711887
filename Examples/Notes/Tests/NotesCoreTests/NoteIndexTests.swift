import NotesCore
import Testing

@Suite("The order of notes") struct NoteIndexTests {
    private func note(_ number: Int64, at time: Int64, isPinned: Bool = false) -> NoteSummary {
        NoteSummary(id: NoteID(number), headline: Headline(of: "\(number)"), isPinned: isPinned, modified: time)
    }

    @Test("Pinned notes come first, then the newest") func order() {
        let list = NoteIndex([note(1, at: 30), note(2, at: 10, isPinned: true), note(3, at: 20), note(4, at: 20)])
        #expect(list.order.map(\.number) == [2, 1, 4, 3])
    }

    @Test("Sorts notes below the pinned ones, again when the arrangement changes") func arranging() {
        let titles = ["b", "A", "c", "a"]
        let notes = titles.enumerated().map { index, title in
            NoteSummary(id: NoteID(Int64(index + 1)), headline: Headline(of: title), modified: Int64(index * 7 % 3))
        }
        var list = NoteIndex(notes)
        list.arrangement = .title
        #expect(list.order.map(\.number) == [4, 2, 1, 3])
        list[NoteID(3)]?.headline = Headline(of: "0")
        #expect(list.order.map(\.number) == [3, 4, 2, 1])
        list.arrangement = .created
        #expect(list.order.map(\.number) == [4, 3, 2, 1])
        list[NoteID(1)]?.isPinned = true
        #expect(list.order.map(\.number) == [1, 4, 3, 2])
    }

    @Test("Notes · titles are sorted by their first bytes, also across the words of the key, and then by their age")
    func longTitles() {
        let long = String(repeating: "\u{1D165}", count: 120)
        let titles = [
            "abcdefgz", "abcdefgha", "abcdefgh", "abcdefg", "", "abcdefghb", long + "b", long + "a", "é", "e",
        ]
        let notes = titles.enumerated().map { index, title in
            NoteSummary(id: NoteID(Int64(index)), headline: Headline(of: title), modified: 0)
        }
        var list = NoteIndex(notes)
        list.arrangement = .title
        #expect(list.order.map(\.number) == [4, 3, 2, 1, 5, 0, 9, 8, 7, 6])
    }

    @Test(
        "After any changes, equals a new index of the same notes, in every order",
        arguments: [1, 2, 3, 4, 5] as [UInt64])
    func changes(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        var list = NoteIndex()
        var notes: [Int64: NoteSummary] = [:]
        for _ in 0..<400 {
            let number = Int64.random(in: 1...40, using: &random)
            var summary = note(number, at: .random(in: 0...20, using: &random), isPinned: .random(using: &random))
            summary.headline = Headline(of: "\(Int.random(in: 0...9, using: &random))")
            let new = Int.random(in: 0...4, using: &random) == 0 ? nil : summary
            (list[NoteID(number)], notes[number]) = (new, new)
            #expect(list == NoteIndex(Array(notes.values)), "seed \(seed)")
        }
    }

    @Test("Adding a few notes to many gives the same order as a new index") func addingFew() {
        let notes = (1...100).map { note($0, at: $0 * 37 % 50, isPinned: $0 % 9 == 0) }
        var list = NoteIndex(Array(notes.dropLast(3)))
        list.add(Array(notes.suffix(3)) + [note(5, at: 60)])
        let expected = notes.map { $0.id == NoteID(5) ? note(5, at: 60) : $0 }
        #expect(list == NoteIndex(expected))
    }

    @Test("Adding a known note replaces it") func adding() {
        var list = NoteIndex([note(1, at: 1), note(2, at: 2)])
        list.add([note(1, at: 3), note(3, at: 0)])
        #expect(list.order.map(\.number) == [1, 2, 3])
        #expect(list.count == 3)
    }
}

/// A generator of random numbers with a seed.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
