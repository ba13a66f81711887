import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("An open note") struct EditorTests {
    private let id = NoteID(1)
    private let store = TestStore(Editor.State(note(1, "a", revision: 3)), Editor(), isolation: MainActor.shared)

    @Test("Typing is saved when it pauses, the last text only") func pause() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.clock.advance(by: .milliseconds(399))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.clock.advance(by: .milliseconds(399))
        #expect(!store.state.isSaved)
        store.clock.advance(by: .milliseconds(1))
        store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
        #expect(store.state.isSaved)
    }

    @Test("Typing without a pause is saved every two seconds") func limit() {
        for round in 1...2 {
            for key in 1...20 {
                let base = store.state.version
                let text = "\(round).\(key)"
                store.send(.typed(text, base: base)) { ($0.text, $0.version) = (text, base + 1) }
                store.clock.advance(by: .milliseconds(100))
            }
            let version = 3 + 20 * round
            store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (version, version) }
            store.output(.save(SaveNote(id, text: "\(round).20", revision: version)))
            store.send(.saved(revision: version, .data(summary(1, "")))) {
                ($0.savedVersion, $0.savingVersion) = (version, nil)
            }
        }
    }

    @Test("It is saved only when the storage says so of the newest text") func newer() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) { ($0.savedVersion, $0.savingVersion) = (4, nil) }
        #expect(!store.state.isSaved, "there is a newer text")
        store.clock.advance(by: .milliseconds(400))
        store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
        #expect(store.state.isSaved)
    }

    @Test("What is due is asked for once, and nothing is asked for where nothing was typed") func once() {
        store.send(.saveDue)
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saveDue)
        store.clock.run()
    }

    @Test("A save that fails is said, and tried again every five seconds until it works") func failing() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.clock.advance(by: .milliseconds(400))
        for failure in [StorageFailure.full, .locked] {
            store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
            store.output(.save(SaveNote(id, text: "ab", revision: 4)))
            store.send(.saved(revision: 4, .failure(failure))) { ($0.failure, $0.savingVersion) = (failure, nil) }
            store.clock.advance(by: .milliseconds(4_999))
            store.clock.advance(by: .milliseconds(1))
        }
        store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 4, nil)
        }
    }

    @Test("What is typed after a save that failed is saved when typing pauses, and not again") func typingOn() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.full))) { ($0.failure, $0.savingVersion) = (.full, nil) }
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.clock.advance(by: .milliseconds(400))
        store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 5, nil)
        }
    }

    @Test("What is due while a save runs is saved when that has ended") func due() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.send(.saveDue) { $0.askedVersion = 5 }
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) { ($0.savedVersion, $0.savingVersion) = (4, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
        store.clock.run()
    }

    @Test("What is due while a save runs that fails is saved when that would be tried again, once") func overtaken() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.send(.saveDue) { $0.askedVersion = 5 }
        store.send(.saved(revision: 4, .failure(.full))) { ($0.failure, $0.savingVersion) = (.full, nil) }
        store.clock.advance(by: .milliseconds(400))
        store.receive(.saveDue) { $0.savingVersion = 5 }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 5, nil)
        }
        store.clock.run()
    }

    @Test("After a save that failed, typing without a pause is saved within two seconds too") func limitAfterFailure() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.full))) { ($0.failure, $0.savingVersion) = (.full, nil) }
        for key in 1...20 {
            store.send(.typed("\(key)", base: 3 + key)) { ($0.text, $0.version) = ("\(key)", 4 + key) }
            store.clock.advance(by: .milliseconds(100))
        }
        store.receive(.saveDue) { ($0.askedVersion, $0.savingVersion) = (24, 24) }
        store.output(.save(SaveNote(id, text: "20", revision: 24)))
    }

    @Test("The saving of a note that has gone is not tried again") func gone() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.gone))) { ($0.failure, $0.savingVersion) = (.gone, nil) }
    }

    @Test("A text that was typed over an older one, or that is there already, changes nothing") func stale() {
        store.send(.typed("other", base: 2))
        store.send(.typed("a", base: 3))
    }

    @Test("A text that is too long is refused, and said to be until it is shorter, whatever is saved meanwhile")
    func tooLong() {
        let text = String(repeating: "x", count: Note.longestText + 1)
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.askedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed(text, base: 4)) { $0.isTooLong = true }
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) { ($0.savedVersion, $0.savingVersion) = (4, nil) }
        store.send(.typed("ab", base: 4)) { $0.isTooLong = false }
    }
}
