import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

@MainActor @Suite("An open note") struct EditorTests {
    private let id = NoteID(1)
    private let store = TestStore(Editor.State(note(1, "a", revision: 3)), Editor(), isolation: MainActor.shared)

    @Test("Saves only the last text when typing pauses") func pause() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.clock.advance(by: .milliseconds(399))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.clock.advance(by: .milliseconds(399))
        #expect(!store.state.isSaved)
        store.clock.advance(by: .milliseconds(1))
        store.receive(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
        #expect(store.state.isSaved)
    }

    @Test("Saves a text with other bytes of the same canonical form") func canonicalForm() {
        store.send(.typed("\u{212B}", base: 3)) { ($0.text, $0.version) = ("\u{212B}", 4) }
        store.send(.typed("\u{C5}", base: 4)) { ($0.text, $0.version) = ("\u{C5}", 5) }
        #expect(Array(store.state.text.utf8) == [0xC3, 0x85])
        store.send(.typed("\u{C5}", base: 5))
        store.clock.run()
        store.receive(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "\u{C5}", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "\u{C5}")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
    }

    @Test("Saves every two seconds while typing does not pause") func limit() {
        for round in 1...2 {
            for key in 1...20 {
                let base = store.state.version
                let text = "\(round).\(key)"
                store.send(.typed(text, base: base)) { ($0.text, $0.version) = (text, base + 1) }
                store.clock.advance(by: .milliseconds(100))
            }
            let version = 3 + 20 * round
            store.receive(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (version, version) }
            store.output(.save(SaveNote(id, text: "\(round).20", revision: version)))
            store.send(.saved(revision: version, .data(summary(1, "")))) {
                ($0.savedVersion, $0.savingVersion) = (version, nil)
            }
        }
    }

    @Test("Is saved only after the newest text is saved") func newer() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) { ($0.savedVersion, $0.savingVersion) = (4, nil) }
        #expect(!store.state.isSaved, "the newest text is not saved yet")
        store.clock.advance(by: .milliseconds(400))
        store.receive(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
        #expect(store.state.isSaved)
    }

    @Test("Requests a save once, and none without changes") func once() {
        store.send(.saveDue)
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saveDue)
        store.clock.run()
    }

    @Test("Shows a failed save until a later one succeeds") func failing() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        for failure in [StorageFailure.full, .locked] {
            store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
            store.output(.save(SaveNote(id, text: "ab", revision: 4)))
            store.send(.saved(revision: 4, .failure(failure))) { ($0.failure, $0.savingVersion) = (failure, nil) }
            // The library requests the next attempt.
            store.clock.run()
        }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 4, nil)
        }
    }

    @Test("After a failed save, saves newer text once, when typing pauses") func typingAfterFailure() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.full))) { ($0.failure, $0.savingVersion) = (.full, nil) }
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.clock.advance(by: .milliseconds(400))
        store.receive(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (5, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 5, nil)
        }
    }

    @Test("Saves newer text after the current save") func due() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.send(.saveDue) { $0.requestedVersion = 5 }
        store.send(.saved(revision: 4, .data(summary(1, "ab")))) { ($0.savedVersion, $0.savingVersion) = (4, 5) }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) { ($0.savedVersion, $0.savingVersion) = (5, nil) }
        store.clock.run()
    }

    @Test("If a save fails while newer text is due, saves the newer text once") func failingWhileDue() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("abc", base: 4)) { ($0.text, $0.version) = ("abc", 5) }
        store.send(.saveDue) { $0.requestedVersion = 5 }
        store.send(.saved(revision: 4, .failure(.full))) { ($0.failure, $0.savingVersion) = (.full, nil) }
        store.clock.advance(by: .milliseconds(400))
        store.receive(.saveDue) { $0.savingVersion = 5 }
        store.output(.save(SaveNote(id, text: "abc", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "abc")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 5, nil)
        }
        store.clock.run()
    }

    @Test("After a failed save, saves within two seconds while typing does not pause") func limitAfterFailure() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.full))) { ($0.failure, $0.savingVersion) = (.full, nil) }
        for key in 1...20 {
            store.send(.typed("\(key)", base: 3 + key)) { ($0.text, $0.version) = ("\(key)", 4 + key) }
            store.clock.advance(by: .milliseconds(100))
        }
        store.receive(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (24, 24) }
        store.output(.save(SaveNote(id, text: "20", revision: 24)))
    }

    @Test("Does not retry saving a note that no longer exists") func notFound() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.notFound))) { ($0.failure, $0.savingVersion) = (.notFound, nil) }
    }

    @Test("Ignores text that was typed over an older revision, and equal text") func stale() {
        store.send(.typed("other", base: 2))
        store.send(.typed("a", base: 3))
    }

    @Test("Does not save again what the storage found too long") func tooLong() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.saved(revision: 4, .failure(.tooLong))) { ($0.failure, $0.savingVersion) = (.tooLong, nil) }
    }

    @Test("Saves a newer text after one that the storage found too long") func shorter() {
        store.send(.typed("ab", base: 3)) { ($0.text, $0.version) = ("ab", 4) }
        store.send(.saveDue) { ($0.requestedVersion, $0.savingVersion) = (4, 4) }
        store.output(.save(SaveNote(id, text: "ab", revision: 4)))
        store.send(.typed("b", base: 4)) { ($0.text, $0.version) = ("b", 5) }
        store.send(.saveDue) { $0.requestedVersion = 5 }
        store.send(.saved(revision: 4, .failure(.tooLong))) { ($0.failure, $0.savingVersion) = (.tooLong, 5) }
        store.output(.save(SaveNote(id, text: "b", revision: 5)))
        store.send(.saved(revision: 5, .data(summary(1, "b")))) {
            ($0.failure, $0.savedVersion, $0.savingVersion) = (nil, 5, nil)
        }
    }
}
