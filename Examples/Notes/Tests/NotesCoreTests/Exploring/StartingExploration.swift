import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// A program that starts, with a window that opens its note at once and writes, by a disk that refuses twice. What is
    /// read for the list is what was there when it was read.
    static var starting: Explorer {
        fromStart(refusals: 2, called: "Explorer.starting") { state in
            guard let list = state.lists[1] else { return [] }
            guard list.open != nil else { return [.list(1, .open(id))] }
            let isUnchanged = state.library.editors[id]?.version == 1
            return (isUnchanged ? [.editor(1, .typed("b"))] : []) + [.editor(1, .close)]
        }
        .eventually("the list") { $0.state.library.isLoaded }
        .eventually("an open note", from: { $0.state.lists[1]?.open == id }) {
            $0.state.lists[1]?.open != id || $0.state.editors[1]?.shown.editor != nil
        }
    }

    /// A program that starts, while a window makes a note and is closed, and what is there is deleted.
    static var creating: Explorer {
        fromStart(refusals: 0, called: "Explorer.creating") { state in
            let deleting = state.library.notes.order.map { Desk.Action.library(.delete($0)) }
            guard let list = state.lists[1] else { return deleting }
            let making: [Desk.Action] = list.open == nil ? [.list(1, .create)] : []
            return deleting + making + [.gone(1)]
        }
        .sometimes("a note that is made after its window was closed") {
            $0.state.lists[1] == nil && $0.isPending(CreateNote.self)
        }
    }

    private static func fromStart(
        refusals: Int, called name: String, _ actions: @escaping @Sendable (Desk.State) -> [Desk.Action]
    ) -> Explorer {
        var state = Desk.State(disk: Disk("a", refusals: refusals))
        state.lists[1] = NoteList.State()
        return Explorer(state, launch: [.library(.launched)], called: name)
            .actions(actions)
            .always("what is shown is on the disk when nothing is under way") {
                !$0.pending.isEmpty || $0.state.isShownAsStored
            }
            .never("a note twice") { $0.state.hasNoteTwice }
            .lookingAsManyAsCounted()
    }

    func lookingAsManyAsCounted() -> Explorer {
        always("a note is shown by as many as the library counts") {
            $0.state.library.viewers.values.reduce(0, +) == $0.state.lists.values.count { $0.open != nil }
        }
        .always("a list has the editor of the note that it has open") { situation in
            situation.state.lists.allSatisfy { $0.value.open == situation.state.editors[$0.key]?.id }
        }
    }
}

extension Explorations {
    @Suite("At the start") struct StartingExplorations {
        @Test("The list comes, and is what is on the disk") func starting() {
            #expect(Explorer.starting.check().isComplete)
        }

        @Test("A note that is made is in the list, once, whatever becomes of its window") func creating() {
            #expect(Explorer.creating.check().isComplete)
        }
    }
}
