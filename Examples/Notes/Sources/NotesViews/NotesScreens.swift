package import MillraceWeb
import NotesCore

/// The modules that a window can show.
package enum NotesScreens {
    /// A value of each module, which draws a recorded state. Its window has no meaning.
    package static var all: [any WebModule] {
        let window = WindowID(0)
        return [
            NoteList(in: window), Filter(), Importing(), NoteEditor(in: window), UndoSheet(in: window),
            Settings(in: window),
            About(in: window), Following(in: window), Reader(in: window), PublishedList(in: window), SignIn(in: window),
            Confirm(),
        ]
    }
}
