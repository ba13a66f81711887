package import MillraceKit

extension Store where R == Library {
    /// Receives the requests of the windows, and sends them the state that they show.
    package func observeWindows() {
        listen(to: LibraryRequest.self, as: Library.Action.requested)
        engine.answer(WatchNotes.self, with: self) { _ in { $0.listed } }
        engine.answer(WatchDeletions.self, with: self) { _ in { $0.deletions } }
        engine.answer(WatchImport.self, with: self) { _ in { $0.importing } }
        engine.answer(WatchPreferences.self, with: self) { _ in { $0.preferences } }
        trackViewers()
    }

    /// Receives, in order, when a window begins and ends to show a note.
    private func trackViewers() {
        listen(to: TrackViewers.self) { event in
            switch event {
            case .data(.added(let id)): .opened(id)
            case .data(.removed(let id)): .left(id)
            }
        }
        engine.handle(TrackViewers.self) { [weak self] (_, reply) in
            guard let self else { return reply.cancel() }
            engine.answer(WatchNote.self, with: self) { command in
                { $0.shown(command.id) }
            } begin: { command in
                reply.data(.added(command.id))
            } end: { command in
                reply.data(.removed(command.id))
            }
        }
        engine.execute(TrackViewers())
    }
}

/// Reports the viewers of notes, as long as the engine runs.
private struct TrackViewers: Command {
    enum Change: Sendable {
        case added(NoteID)
        case removed(NoteID)
    }

    typealias Output = Change
    typealias Progress = Never
    typealias Failure = Never
}

extension Store where R == Sessions {
    /// Receives who signs in and out, and sends each window its account.
    package func observeWindows() {
        listen(to: SignedIn.self, as: Sessions.Action.signedIn)
        listen(to: SignedOut.self, as: Sessions.Action.signedOut)
        engine.answer(WatchSession.self, with: self) { command in { $0[window: command.window] } }
    }
}

extension Engine {
    /// Answers commands of this type with a part of the store's state, at once and after each change, until they are
    /// cancelled.
    fileprivate func answer<C: Command, R: Reducer>(
        _ type: C.Type, with store: Store<R>, _ part: @escaping (C) -> (R.State) -> C.Output,
        begin: @escaping (C) -> Void = { _ in }, end: @escaping @Sendable (C) -> Void = { _ in }
    ) where C.Output: Equatable {
        handle(type) { [weak store] (command: C, reply: Reply<C>) in
            guard let store else { return reply.cancel() }
            begin(command)
            // The subscription ends with its owner, which the reply releases when the command is cancelled.
            let owner = Owner()
            store.subscribe(to: part(command), owner: owner) { reply.data($0) }
            reply.onCancel { withExtendedLifetime(owner) { end(command) } }
        }
    }
}

/// Owns a subscription.
private final class Owner: Sendable {}
