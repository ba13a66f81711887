package import MillraceKit

/// The application without its pages: one engine, the shared stores, and the windows.
///
/// It runs on the engine's actor. The handlers of the storage are registered separately.
package final class NotesApplication {
    /// The engine of all stores and windows.
    package let engine: Engine
    /// The notes.
    package let library: Store<Library>
    /// The account that is signed in in each window.
    package let sessions: Store<Sessions>
    private var windows: [(id: WindowID, navigator: Weak)] = []
    private var windowCount = 0

    private struct Weak { weak var navigator: Navigator? }

    /// Creates the application on an engine, and appends its middleware to that of the engine. Send
    /// ``Library/Action/launched`` to the library to load it.
    package convenience init(on engine: Engine) {
        self.init(
            library: Store(Library.State(), Library(), on: engine),
            sessions: Store(Sessions.State(), Sessions(), on: engine))
    }

    /// Creates the application with existing stores.
    package init(library: Store<Library>, sessions: Store<Sessions>) {
        (engine, self.library, self.sessions) = (library.engine, library, sessions)
        library.observeWindows()
        sessions.observeWindows()
        engine.middleware += NotesMiddleware.all(self)
    }

    /// Opens a window of a client that shows the list. It closes when its navigator is released.
    ///
    /// - Parameter account: The account that is signed in. Defaults to none.
    package func openWindow(client: Int = 0, account: Account? = nil) -> Navigator {
        let window = nextWindow(client: client)
        if let account { sessions.send(.signedIn(SignedIn(window: window, account: account))) }
        return register(Navigator(root: NoteList(in: window), stacked: true, on: engine), as: window)
    }

    /// Opens a window with the stored tree of another window.
    ///
    /// - Throws: ``StoredTree/Failure``.
    package func openWindow(restoring tree: StoredTree) throws(StoredTree.Failure) -> Navigator {
        let window = nextWindow()
        let navigator = try Navigator(
            restoring: tree, roots: NoteList(in: window), About(in: window), Reader(in: window),
            Following(in: window), PublishedList(in: window), on: engine)
        return register(navigator, as: window)
    }

    /// Returns the window of a navigator.
    package func window(of navigator: Navigator) -> WindowID? {
        windows.first { $0.navigator.navigator === navigator }?.id
    }

    /// The windows that are open.
    package var openWindows: Set<WindowID> { Set(windows.lazy.filter { $0.navigator.navigator != nil }.map(\.id)) }

    /// Returns the identity of the next window. Signs out and removes the windows that have closed.
    private func nextWindow(client: Int = 0) -> WindowID {
        for (window, navigator) in windows
        where navigator.navigator == nil && sessions.state[window: window] != nil {
            sessions.send(.signedOut(SignedOut(window: window)))
        }
        windows.removeAll { $0.navigator.navigator == nil }
        windowCount += 1
        return WindowID(windowCount, client: client)
    }

    private func register(_ navigator: Navigator, as window: WindowID) -> Navigator {
        windows.append((window, Weak(navigator: navigator)))
        return navigator
    }
}
