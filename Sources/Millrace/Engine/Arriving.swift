// What comes back of a command.
extension Run {
    /// Takes in what attempt number `attempt` brought, if it is not too late.
    func arrive(at engine: Engine, _ attempt: Int, _ answer: Answer<C>) {
        engine.perform(because: origin) {
            // Asked here, because a letter that said that its store has gone may just have been opened.
            if hasEnded || isConcluded || attempt != self.attempt {
                engine.noteLate(answer.event, cause: origin, store: store)
            } else {
                take(answer)
            }
        }
    }

    private func take(_ answer: Answer<C>) {
        switch answer {
        case .report(let event): emit(event)
        case .end(let event): conclude(event)
        case .failure(let error): fail(error)
        case .cancellation: cancel(because: CancellationError())
        }
    }

    /// Passes an event on; others may follow.
    func emit(_ event: Event<C>) {
        engine.enqueue(EventTurn(event, of: self, isLast: false), job: job)
    }

    /// Passes the last event on, or ends without one. The command ends in the event's turn, so it can be cancelled
    /// until then.
    ///
    /// - Parameter isTold: whether the middleware that hears of failures has heard of this one.
    func conclude(_ event: Event<C>?, isTold: Bool = false) {
        guard !hasEnded, !isConcluded else { return }
        isConcluded = true
        stop(because: nil)
        let engine = engine
        engine.perform(because: origin) {
            engine.enqueue(EventTurn(event, of: self, isLast: true, isTold: isTold), job: job)
        }
    }

    /// Stops the work because its event failed with `error` on its way; what it fails with is passed on as its last
    /// event.
    ///
    /// - Returns: the failure to pass on, where the command's `Failure` can hold the error.
    func halt(because error: any Error) -> C.Failure? {
        guard let failure = error as? C.Failure else {
            drop(because: error)
            return nil
        }
        if !isConcluded {
            isConcluded = true
            stop(because: nil)
        }
        return failure
    }

    /// Tries again, or passes the failure on.
    func fail(_ error: C.Failure) {
        guard !hasEnded, !isConcluded else { return }
        guard let retry = patience?.retry, attempt <= retry.attempts else { return conclude(.failure(error)) }
        requireJob()
        task.take()?.cancel()
        hasLine = false
        cancelPause = engine.scheduler.schedule(after: retry.pause(before: attempt)) { [weak self] in
            guard let self, !self.hasEnded else { return }
            self.engine.perform(because: self.origin) {
                if let handler = self.engine.handler(for: self.command) {
                    self.call(handler)
                } else {
                    self.undeliverable()
                }
            }
        }
    }
}
