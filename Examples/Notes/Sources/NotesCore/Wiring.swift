package import Millrace

extension Store where R == Library {
    /// The shared store: it hears what the tabs do.
    package static func library(on engine: Engine, undoWindow: Duration = .seconds(10)) -> Store<Library> {
        let library = Store(Library.State(), Library(undoWindow: undoWindow), on: engine)
        library.hearTabs()
        return library
    }

    /// Has it hear from now on what the tabs do.
    package func hearTabs() {
        listen(to: CreateNote.self, as: Library.Action.created)
        listen(to: NoteOpened.self, as: Library.Action.opened)
        listen(to: NoteLeft.self, as: Library.Action.left)
    }
}

extension Store where R == Tab {
    /// The store of one tab: what it has found changes when any tab changes a note.
    package static func tab(on engine: Engine) -> Store<Tab> {
        let tab = Store(Tab.State(), Tab(), on: engine)
        tab.listen(to: SaveNote.self) { _ in .notesChanged }
        tab.listen(to: RestoreNote.self) { _ in .notesChanged }
        tab.listen(to: ImportNotes.self) { _ in .notesChanged }
        return tab
    }
}
