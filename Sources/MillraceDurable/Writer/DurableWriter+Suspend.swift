#if SQLite || App
    import Millrace

    // The end of an engine whose work goes on after the next start.
    extension DurableWriter {
        /// Stops the engine, and stores that its handlers were not ended by a failure of the process. Nothing is accepted any more.
        ///
        /// - Parameter grace: How long handlers may go on.
        func suspend(grace: Duration, isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            guard let engine, !isClosed, !isSuspending else { return try await waitForEnd() }
            isSuspending = true
            if isResumed, grace > .zero, work.isRunning(engine.effects) { await wait(grace) }
            if isClosed { return try await waitForEnd() }
            if isResumed {
                collect()
                pending.turn = turnOffset &+ engine.turn
                pending.time = scheduler.now / .seconds(1)
                pending.lastNumber = work.lastNumber
                work.noteOrderlyEnd(into: &pending)
            }
            hasDiscarded = engine.queuedCount > 0
            lostMessages = Set(newMessages.keys)
            (isResumed, isClosed) = (false, true)
            engines.noteEnd(of: self)
            let number = lastNumber
            write()
            engine.shutdown()
            if written == nil { close(.closed) }
            do throws(DurableError) { try await wait(for: number) } catch {
                await waitForRelease()
                throw error
            }
            await waitForRelease()
        }

        /// Returns when the engine has ended and can be opened again.
        func waitForRelease(isolation: isolated (any Actor)? = #isolation) async {
            if !hasReleased { await withCheckedContinuation { endWaiters.append($0) } }
        }

        /// Returns when everything is stored that can be. Throws the error with which the writer has ended.
        private func waitForEnd(isolation: isolated (any Actor)? = #isolation) async throws(DurableError) {
            await waitForRelease()
            if let end, end != .closed { throw end }
        }

        /// Gives the engine up. Then it can be opened again, also by another node.
        func release() {
            guard let backend = backend as? any SharedBackend else { return noteRelease() }
            let task = context.start(atOnce: false) {
                await backend.release(self.name)
                self.noteRelease()
            }
            // The actor was released.
            if task == nil {
                Task { [name, engines] in
                    await backend.release(name)
                    engines.remove(name)
                }
            }
        }

        private func noteRelease() {
            hasReleased = true
            engines.remove(name)
            for waiter in endWaiters { waiter.resume() }
            endWaiters = []
        }

        /// Waits until no handler runs, or until the time is over.
        private func wait(_ grace: Duration, isolation: isolated (any Actor)? = #isolation) async {
            await withCheckedContinuation { continuation in
                let cancel = scheduler.schedule(after: grace) { [weak self] in self?.endGrace?() }
                endGrace = { [weak self] in
                    self?.endGrace = nil
                    cancel()
                    continuation.resume()
                }
            }
        }
    }

    extension DurableWriter: EngineAttachment {
        var memberCount: Int { 0 }
        var observerCount: Int { 0 }

        /// The batch that is being written, and the one after it, are still stored.
        func engineClosed() {
            isClosed = true
            engines.noteEnd(of: self)
            inbox.resumeReaders()
            if written == nil { close(.closed) }
        }
    }
#endif
