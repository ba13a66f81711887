package import MillraceKit

/// The application below its pages: what all windows share, and the windows, on one engine.
///
/// It lives on the engine's actor. The storage registers its handlers on the engine by itself.
package final class Notebook {
    /// The loop of all.
    package let engine: Engine
    /// All notes.
    package let library: Store<Library>
    /// The accounts that are signed in, by window.
    package let sessions: Store<Sessions>
    private var windows: [(id: WindowID, navigator: Weak)] = []
    private var windowCount = 0

    private struct Weak { weak var navigator: Navigator? }

    /// Sets everything up on `engine`, whose middleware it takes over. The library waits for
    /// ``Library/Action/launched``.
    package convenience init(on engine: Engine) {
        self.init(
            library: Store(Library.State(), Library(), on: engine),
            sessions: Store(Sessions.State(), Sessions(), on: engine))
    }

    /// Sets everything up around existing stores.
    package init(library: Store<Library>, sessions: Store<Sessions>) {
        (engine, self.library, self.sessions) = (library.engine, library, sessions)
        library.observeWindows()
        sessions.observeWindows()
        engine.middleware += NotesMiddleware.all(self)
    }

    /// A new window with the list in it. It is open as long as its navigator is kept.
    package func openWindow() -> Navigator {
        let window = takeWindow()
        return keep(Navigator(root: NoteList(in: window), stacked: true, on: engine), as: window)
    }

    /// A new window with what was stored of another.
    ///
    /// - Throws: ``StoredTree/Failure``.
    package func openWindow(restoring tree: StoredTree) throws(StoredTree.Failure) -> Navigator {
        let window = takeWindow()
        let roots: (NoteList, About, Reader) = (NoteList(in: window), About(in: window), Reader(in: window))
        return keep(try Navigator(restoring: tree, roots: roots.0, roots.1, roots.2, on: engine), as: window)
    }

    /// Which window a navigator is.
    package func window(of navigator: Navigator) -> WindowID? {
        windows.first { $0.navigator.navigator === navigator }?.id
    }

    /// The number of a window that is to be; those that have gone are forgotten.
    private func takeWindow() -> WindowID {
        for (window, navigator) in windows where navigator.navigator == nil {
            sessions.send(.signedOut(SignedOut(window: window)))
        }
        windows.removeAll { $0.navigator.navigator == nil }
        windowCount += 1
        return WindowID(windowCount)
    }

    private func keep(_ navigator: Navigator, as window: WindowID) -> Navigator {
        windows.append((window, Weak(navigator: navigator)))
        return navigator
    }
}
