package import MillraceKit

extension Store where R == Library {
    /// Handles what windows forward to the engine of the library.
    package func admitWindows() {
        listen(to: FollowFeed.self) { _ in .requested(.followedChanged) }
        listen(to: UnfollowFeed.self) { _ in .requested(.followedChanged) }
        admitViewers()
        engine.handle(NewNote.self) { [weak self] (command, reply: Reply<NewNote>) in
            guard let self else { return reply.cancel() }
            let owner = Owner()
            engine.listen(to: NoteCreated.self, owner: owner) { fact in
                guard fact.window == command.window else { return }
                switch fact.result {
                case .success(let id): reply.finish(with: id)
                case .failure(let failure): reply.fail(failure)
                }
            }
            reply.onCancel { withExtendedLifetime(owner) {} }
            send(.requested(.create(command.window)))
        }
    }

    private func admitViewers() {
        // An asynchronous closure with a capture list would not stay on the actor.
        weak let store = self
        engine.handle(OpenNote.self) { command async in
            store?.send(.openNotes(.opened(command.id)))
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            end.finish()
            store?.send(.openNotes(.closed(command.id)))
        }
        engine.handle(WaitForLibrary.self) { command async in
            guard let values = store?.values(of: \.[isDone: command]) else { return }
            for await isDone in values where isDone { break }
        }
    }
}

extension Library.State {
    /// Whether a window need not wait any longer.
    subscript(isDone wait: WaitForLibrary) -> Bool {
        hasAnswered
            && wait.notes.allSatisfy { id in
                collection.isSettled(id) && !publications.pending.contains(id)
                    && openNotes.editors[id]?.isSaved ?? (!wait.isOpen || collection[id] == nil)
            }
    }
}
