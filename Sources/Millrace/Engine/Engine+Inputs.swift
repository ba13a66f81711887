extension Engine {
    /// Processes the input whose turn it is.
    func take(_ next: QueuedTurn) {
        switch next.input {
        case .action(let store):
            process(Turn(.action(store, store.takeAction()), scope: next.scope, cause: next.cause))
        case .command(let task): takeCommand(task, next)
        case .answer(let task, let attempt, let answer): take(answer, attempt, of: task, next)
        case .message(let message): process(Turn(.message(message), scope: next.scope, cause: next.cause))
        case .timer(let task, let timer): takeTimer(timer, of: task)
        case .cancel(let receipt): cancel(receipt)
        case .resume(let id, let decision): takeResumption(id, decision)
        case .call(let work): work()
        }
    }

    private func takeCommand(_ task: EffectTask, _ next: QueuedTurn) {
        if machine.isLive(task.handle) {
            task.turn = turn + 1
            return process(Turn(.command(task), scope: machine[task.handle].scope, cause: next.cause))
        }
        // It was cancelled before its turn.
        if observers.isEmpty { return }
        beginTurn()
        let message = unprocessed(.command(task), next)
        for observer in observers {
            observer.began(message, turn: turn)
            observer.ended(turn, .cancelled)
        }
    }

    private func unprocessed(_ content: Turn.Content, _ next: QueuedTurn) -> Message {
        var unprocessed = Turn(content, scope: 0, cause: next.cause)
        unprocessed.id = turn
        return message(of: unprocessed, nil)
    }

    // MARK: Answers

    private func take(_ answer: QueuedTurn.Answer, _ attempt: Int32, of task: EffectTask, _ next: QueuedTurn) {
        if case .copy(let event) = answer { return takeCopy(event, of: task, next) }
        guard machine.accepts(task.handle, attempt: attempt) else {
            return discard(answer, of: task, next)
        }
        let scope = machine[task.handle].scope
        func process(_ event: AnyBox, isLast: Bool) {
            self.process(Turn(.event(task, event, isLast: isLast), scope: scope, cause: next.cause))
        }
        switch answer {
        case .event(let event), .copy(let event): process(event, isLast: false)
        case .end(let event?): process(event, isLast: true)
        case .end(nil): endWithoutEvent(task)
        case .failure(let event):
            if machine.retries(task.handle) {
                task.stopWork()
                performSteps()
            } else {
                process(event, isLast: true)
            }
        case .cancelled: cancel(task, because: CancellationError())
        case .released:
            if let command = task.command { report(.replyDropped(command)) }
            cancel(task, because: CancellationError())
        }
    }

    private func takeCopy(_ event: AnyBox, of task: EffectTask, _ next: QueuedTurn) {
        guard machine.isLive(task.handle) else { return discard(.copy(event), of: task, next) }
        let scope = machine[task.handle].scope
        process(Turn(.event(task, event, isLast: false), scope: scope, cause: next.cause))
        releaseHeldEvent(of: task)
        performSteps()
    }

    /// Counts the event of a command that has ended, or was tried again since.
    private func discard(_ answer: QueuedTurn.Answer, of task: EffectTask, _ next: QueuedTurn) {
        guard let event = answer.event else { return }
        lateResults += 1
        if observers.isEmpty { return }
        beginTurn()
        let message = unprocessed(.event(task, event, isLast: false), next)
        for observer in observers { observer.discarded(message) }
    }

    private func endWithoutEvent(_ task: EffectTask) {
        task.lastError = nil
        guard machine.end(task.handle) else { return performSteps() }
        finish(task, .done)
        release(task)
        performSteps()
    }

    // MARK: Timers

    private func takeTimer(_ timer: EffectMachine.Timer, of task: EffectTask) {
        timers[TimerKey(effect: task.handle, timer: timer)] = nil
        cause = task.cause
        switch machine.fire(task.handle, timer) {
        case .none: break
        case .perform(let flow, let scope): performDelayed(flow, scope, task)
        case .over: release(task, scope: 0)
        case .retry:
            cause = task.turn
            call(task)
        case .timeout:
            guard let event = task.timeoutEvent else { break }
            let scope = machine[task.handle].scope
            process(Turn(.event(task, event, isLast: true), scope: scope, cause: task.turn))
        case .resume: takeResumption(task.held?.turn.id ?? 0, .pass)
        }
        performSteps()
    }

    private func performDelayed(_ flow: Int32, _ scope: Int32, _ task: EffectTask) {
        guard let delayed = tasks[flow], let store = delayed.store else { return }
        cause = delayed.cause
        perform(delayed.flow, delayed.context, store, scope)
        machine.release(scope)
        if delayed === task { release(task, scope: 0) } else { tasks.remove(flow) }
    }

    // MARK: Receipts

    private func cancel(_ receipt: ReceiptStorage) {
        guard let scope = receipt.scope else { return }
        machine.cancel(scope: scope)
        performSteps()
    }
}

extension EffectTask {
    /// The failure of a command that took too long.
    fileprivate var timeoutEvent: AnyBox? {
        guard let failure = node?.options?.failure, let command else { return nil }
        return failureEvent(failure, of: command)
    }
}

/// The failure of a command as its event; `nil` where its `Failure` cannot hold the error.
func failureEvent<C: Command>(_ error: any Error, of command: C) -> AnyBox? {
    (error as? C.Failure).map { Box(Event<C>.failure($0)) }
}
