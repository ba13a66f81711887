import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@Suite("Merging texts") struct MergingTests {
    @Test(
        "Keeps both changes of a text",
        arguments: [
            ("Milk and bread", "Milk, eggs and bread", "Milk and bread!", "Milk, eggs and bread!"),
            ("Milk and bread", "Milk and bread!", "Milk, eggs and bread", "Milk, eggs and bread!"),
            ("Milk", "Milk", "Bread", "Bread"), ("Milk", "Bread", "Milk", "Bread"), ("Milk", "Bread", "Bread", "Bread"),
            ("", "Milk", "Bread", "MilkBread"), ("a b c", "a X c", "a Y c", "a YX c"), ("abc", "", "abcd", "d"),
            ("caf\u{e9}", "caf\u{e9}s", "cafe\u{301}", "cafe\u{301}s"), ("👩‍👩", "👩‍👩‍👧", "👩‍👩!", "👩‍👩‍👧!"),
            ("One\r\nTwo", "One\nTwo", "One\r\nTwo\r\nThree", "One\nTwo\r\nThree"),
        ])
    func merging(_ base: String, _ one: String, _ other: String, _ merged: String) {
        #expect(base.merging(one, other).utf8.elementsEqual(merged.utf8))
    }

    @Test("Notes · the library merges a text that was typed over an older one, unless that was rejected")
    @MainActor func library() {
        let (id, mine, other) = (NoteID(1), WindowID(1), WindowID(2))
        let store = TestStore(Library.State(holding: [summary(1, "Old")]).showing(note(1, "Old")), Library())
        store.exhaustivity = .off
        store.send(.requested(.type(id, "Old!", over: "Old", number: 1, in: mine)))
        store.send(.requested(.type(id, "An Old", over: "Old", number: 1, in: other)))
        #expect(store.state.openNotes.editors[id]?.text == "An Old!")
        store.send(.requested(.type(id, "Old!!", over: "Old!", number: 2, in: mine)))
        let editor = store.state.openNotes.editors[id]
        #expect(editor?.text == "An Old!!" && editor?.answers[mine] == .init(number: 2, version: 4, rejection: nil))
        let long = String(repeating: "x", count: Note.longestText + 1)
        store.send(.requested(.type(id, long, over: "An Old!!", number: 3, in: mine)))
        #expect(store.state.openNotes.editors[id]?.answers[mine]?.rejection == .tooLong)
        store.send(.requested(.type(id, "New", over: long, number: 4, in: mine)))
        #expect(store.state.openNotes.editors[id]?.text == "New", "the library does not have the base")
    }
}
