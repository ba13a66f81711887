import Millrace
import MillraceTesting
import Testing

@testable import NotesCore

private let id = NoteID(1)

extension Explorer<Desk> {
    /// A program that starts, with a tab that comes back to its note and writes, by a disk that refuses twice. What is
    /// read for the list is what was there when it was read.
    static var starting: Explorer {
        fromStart(refusals: 2, called: "Explorer.starting") { state in
            let isUnchanged = state.library.editors[id]?.version == 1
            let typing: [Desk.Action] = isUnchanged ? [.library(.editor(id, .typed("b", base: 1)))] : []
            guard let tab = state.tabs[1], !tab.isClosed else { return typing }
            return typing + [.tab(1, tab.selected == nil ? .arrived(query: "", selected: id) : .leave)]
        }
        .eventually("the list") { $0.state.library.isLoaded }
        .eventually("an open note", from: { $0.state.tabs[1]?.selected == id }) {
            $0.state.tabs[1]?.selected != id || $0.state.library.editors[id] != nil
        }
    }

    /// A program that starts, while a tab makes a note and is closed, and what is there is deleted.
    static var creating: Explorer {
        fromStart(refusals: 0, called: "Explorer.creating") { state in
            let deleting = state.library.notes.order.map { Desk.Action.library(.delete($0)) }
            guard let tab = state.tabs[1] else { return deleting }
            if tab.isClosed { return deleting + (state.making > 0 ? [] : [.gone(1)]) }
            let making: [Desk.Action] = tab.newNotes == 0 ? [.tab(1, .create)] : []
            return deleting + making + [.tab(1, .closed)]
        }
        .sometimes("a note that is made after its tab was closed") {
            $0.state.tabs[1]?.isClosed == true && $0.isPending(CreateNote.self)
        }
    }

    private static func fromStart(
        refusals: Int, called name: String, _ actions: @escaping @Sendable (Desk.State) -> [Desk.Action]
    ) -> Explorer {
        var state = Desk.State(disk: Disk("a", refusals: refusals))
        state.tabs[1] = Tab.State()
        return Explorer(state, launch: [.library(.launched)], called: name)
            .actions(actions)
            .always("what is shown is on the disk when nothing is under way") {
                !$0.pending.isEmpty || $0.state.isShownAsStored
            }
            .never("a note twice") { $0.state.hasNoteTwice }
            .always("a note is shown by as many as the library counts") {
                $0.state.library.viewers.values.reduce(0, +) == $0.state.tabs.values.count { $0.selected != nil }
            }
    }
}

extension Explorations {
    @Suite("At the start") struct StartingExplorations {
        @Test("The list comes, and is what is on the disk") func starting() {
            #expect(Explorer.starting.check().isComplete)
        }

        @Test("A note that is made is in the list, once, whatever becomes of its tab") func creating() {
            #expect(Explorer.creating.check().isComplete)
        }
    }
}
