package import MillraceKit

extension Store where R == Library {
    /// Receives the requests of the windows, and handles the commands that observe the library.
    package func observeWindows() {
        listen(to: LibraryRequest.self, as: Library.Action.requested)
        engine.observe(ObserveNotes.self, with: self) { _ in \.listContent }
        engine.observe(ObserveDeletions.self, with: self) { _ in \.collection.deletedNotes.notes }
        engine.observe(ObserveImport.self, with: self) { _ in \.newNotes.importing }
        engine.observe(ObservePreferences.self, with: self) { _ in \.preferences.current }
        engine.observeChanges()
        trackViewers()
    }

    /// Receives an action when a window opens or closes a note, in order.
    private func trackViewers() {
        listen(to: TrackViewers.self) { event in
            switch event {
            case .data(.added(let id)): .openNotes(.opened(id))
            case .data(.removed(let id)): .openNotes(.closed(id))
            }
        }
        engine.handle(TrackViewers.self) { [weak self] (_, reply) in
            guard let self else { return reply.cancel() }
            engine.observe(ObserveNote.self, with: self) { command in
                \.[shown: command.id]
            } begin: { command in
                reply.data(.added(command.id))
            } end: { command in
                reply.data(.removed(command.id))
            }
        }
        engine.execute(TrackViewers())
    }
}

/// Reports when a window starts and stops observing a note. Runs until the engine shuts down.
private struct TrackViewers: Command, Codable {
    enum Change: Codable, Sendable {
        case added(NoteID)
        case removed(NoteID)
    }

    typealias Output = Change
    typealias Progress = Never
    typealias Failure = Never
}

extension Store where R == Sessions {
    /// Receives sign-ins and sign-outs, and handles the command that observes the account of a window.
    package func observeWindows() {
        listen(to: SignedIn.self, as: Sessions.Action.signedIn)
        listen(to: SignedOut.self, as: Sessions.Action.signedOut)
        engine.observe(ObserveSession.self, with: self) { command in \.[window: command.window] }
    }
}

extension Engine {
    /// Registers a handler that replies with a part of the store's state, at once and after each change, until the command
    /// is cancelled.
    ///
    /// All windows that observe the same part share one comparison in each turn. So a turn that changes nothing for them costs as
    /// much with a thousand windows as with one.
    fileprivate func observe<C: Command, R: Reducer>(
        _ type: C.Type, with store: Store<R>, _ part: @escaping (C) -> KeyPath<R.State, C.Output>,
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

extension Engine {
    /// Registers the handlers that reply after changes, until the command is cancelled.
    fileprivate func observeChanges() {
        handle(ObserveChanges.self) { [unowned self] (_, reply) in
            let owner = Owner()
            listen(to: CreateNote.self, owner: owner) { if case .data(let note) = $0 { reply.data([note.id]) } }
            listen(to: SaveNote.self, owner: owner) { if case .data(let note) = $0 { reply.data([note.id]) } }
            listen(to: ImportNotes.self, owner: owner) { event in
                if case .progress(let progress) = event { reply.data(progress.added.map(\.id)) }
            }
            reply.onCancel { withExtendedLifetime(owner) {} }
        }
        handle(ObservePublications.self) { [unowned self] (command, reply) in
            let owner = Owner()
            listen(to: PublicationsChanged.self, owner: owner) { fact in
                if command.token.map(fact.tokens.contains) ?? true { reply.data(fact) }
            }
            reply.onCancel { withExtendedLifetime(owner) {} }
        }
    }
}

/// Owns a subscription.
private final class Owner: Sendable {}
