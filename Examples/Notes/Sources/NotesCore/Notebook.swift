package import Millrace

/// The application below its pages: what all windows share, and the windows, on one engine.
///
/// It lives on the engine's actor. The storage registers its handlers on the engine by itself.
package final class Notebook {
    /// The loop of all.
    package let engine: Engine
    /// All notes.
    package let library: Store<Library>
    /// Who is signed in where.
    package let visitors: Store<Visitors>
    private var windows: [(id: WindowID, navigator: Weak)] = []
    private var windowCount = 0

    private struct Weak { weak var navigator: Navigator? }

    /// Sets everything up on `engine`, whose middleware it takes over. The library waits for
    /// ``Library/Action/launched``.
    package convenience init(on engine: Engine) {
        self.init(
            library: Store(Library.State(), Library(), on: engine),
            visitors: Store(Visitors.State(), Visitors(), on: engine))
    }

    /// Sets everything up around stores that are there.
    package init(library: Store<Library>, visitors: Store<Visitors>) {
        (engine, self.library, self.visitors) = (library.engine, library, visitors)
        library.hearWindows()
        visitors.hearWindows()
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
            visitors.send(.signedOut(SignedOut(window: window)))
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

extension Store where R == Library {
    /// Has it hear from now on what is wished in the windows, and tell them what they show.
    package func hearWindows() {
        listen(to: Wish.self, as: Library.Action.wished)
        engine.answer(WatchNotes.self, with: self) { _ in { $0.listed } }
        engine.answer(WatchDeletions.self, with: self) { _ in { $0.deletions } }
        engine.answer(WatchImport.self, with: self) { _ in { $0.importing } }
        engine.answer(WatchPreferences.self, with: self) { _ in { $0.preferences } }
        followLooks()
    }

    /// Has it hear who begins and who ends to look at a note, in the order in which they do.
    private func followLooks() {
        listen(to: FollowLooks.self) { event in
            switch event {
            case .data(.began(let id)): .opened(id)
            case .data(.ended(let id)): .left(id)
            }
        }
        engine.handle(FollowLooks.self) { [weak self] (_, looks) in
            guard let self else { return looks.cancel() }
            engine.answer(WatchNote.self, with: self) { command in
                { $0.shown(command.id) }
            } begin: { command in
                looks.data(.began(command.id))
            } end: { command in
                looks.data(.ended(command.id))
            }
        }
        engine.execute(FollowLooks())
    }
}

/// Tells who begins and who ends to look at a note, as long as the engine runs.
private struct FollowLooks: Command {
    enum Look: Sendable {
        case began(NoteID)
        case ended(NoteID)
    }

    typealias Output = Look
    typealias Progress = Never
    typealias Failure = Never
}

extension Store where R == Visitors {
    /// Has it hear from now on who signs in and out, and tell the windows.
    package func hearWindows() {
        listen(to: SignedIn.self, as: Visitors.Action.signedIn)
        listen(to: SignedOut.self, as: Visitors.Action.signedOut)
        engine.answer(WatchVisitor.self, with: self) { command in { $0[window: command.window] } }
    }
}

extension Engine {
    /// Answers commands of this type with a part of the store's state, at once and whenever it has changed, until they are
    /// cancelled.
    fileprivate func answer<C: Command, R: Reducer>(
        _ type: C.Type, with store: Store<R>, _ part: @escaping (C) -> (R.State) -> C.Output,
        begin: @escaping (C) -> Void = { _ in }, end: @escaping @Sendable (C) -> Void = { _ in }
    ) where C.Output: Equatable {
        handle(type) { [weak store] (command: C, reply: Reply<C>) in
            guard let store else { return reply.cancel() }
            begin(command)
            // The subscription ends with its owner, which the reply lets go of when the command is cancelled.
            let owner = Owner()
            store.subscribe(to: part(command), owner: owner) { reply.data($0) }
            reply.onCancel { withExtendedLifetime(owner) { end(command) } }
        }
    }
}

/// Owns a subscription.
private final class Owner: Sendable {}
