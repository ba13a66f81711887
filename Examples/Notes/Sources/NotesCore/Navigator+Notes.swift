package import MillraceKit

extension Navigator {
    /// Opens a window that shows the list, on an engine of the current actor with the handlers of the storage for windows.
    ///
    /// Returns after the first answer of the library, because a page without JavaScript is not updated later.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - account: The account that is signed in. Defaults to none.
    ///   - tree: The stored tree of another window, which is shown. Defaults to none.
    ///   - engine: The engine of the window's modules.
    /// - Throws: ``StoredTree/Failure``; a ``RemoteError`` if the library is closed.
    package static func notes(
        in window: Window, account: Account? = nil, restoring tree: StoredTree? = nil, on engine: Engine
    ) async throws -> Navigator {
        for try await hasAnswered in window.library.observe(\.hasAnswered) where hasAnswered { break }
        engine.forward(OpenNote.self, to: window.library)
        engine.forward(NewNote.self, to: window.library)
        engine.forward(FollowFeed.self, to: window.library)
        engine.forward(UnfollowFeed.self, to: window.library)
        engine.forward(WaitForLibrary.self, to: window.library)
        let session = Store(Session.State(account), Session(in: window), on: engine)
        session.admitModules()
        engine.middleware += NotesMiddleware.all(in: window.id, session)
        let navigator =
            try tree.map { try restored($0, in: window, on: engine) }
            ?? Navigator(root: NoteList(in: window), stacked: true, on: engine)
        // The window retains its session.
        navigator.subscribe { _ in withExtendedLifetime(session) {} }
        await navigator.waitForContent()
        return navigator
    }

    /// Waits until the list, and the import panel that it may have, show the content of the library.
    private func waitForContent() async {
        guard let list = store(of: NoteList.self) else { return }
        for await hasAnswered in list.values(of: \.shown.hasAnswered) where hasAnswered { break }
        guard list.state.shown.hasImport, let panel = store(of: Importing.self) else { return }
        for await isKnown in panel.values(of: \.isKnown) where isKnown { break }
    }

    private static func restored(
        _ tree: StoredTree, in window: Window, on engine: Engine
    ) throws(StoredTree.Failure) -> Navigator {
        try Navigator(
            restoring: tree, roots: NoteList(in: window), About(in: window), Reader(in: window),
            Following(in: window), PublishedList(in: window), on: engine)
    }
}
