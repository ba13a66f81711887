#if SQLite || App
    import Millrace
    import MillraceExtras

    // The calls of the engine.
    extension DurableWriter: TurnObserver {
        func began(_ message: Message, turn: UInt64) {
            isReplacement = message.kind == .replacement
            if !isReplacement { return }
            stores.noteReplacement()
            past.noteReplacement()
        }

        func reduced(_ reduction: Reduction, turn: UInt64) {
            guard let engine else { return }
            guard let entry = stores.note(reduction) else {
                if scenes?.isIgnored(reduction.store) == true { return }
                return engine.report(.storeNotDurable(reduction.store.id.reducer))
            }
            if !isReplacement { past.note(reduction.action.any, of: entry) }
            if reduction.flow.isNone { return }
            if let problem = FlowRecord.problem(in: reduction.flow, entry.coding) {
                report(problem, in: reduction.store)
            }
        }

        func ended(_ id: UInt64, _ outcome: Message.Outcome) {}

        private func report(_ problem: FlowRecord.Problem, in store: StoreCore) {
            engine?.report(
                .notDurable("\(problem.what)", in: store.id.reducer, because: "\(text: problem.reason)"))
        }
    }

    extension DurableWriter: IdleObserver {
        func becameIdle() { collect() }
    }

    extension DurableWriter: CallScheduler {
        func whenStored(_ deliver: @escaping () -> Void) {
            delay(deliver)
            collect()
        }

        func stored(isolation: isolated (any Actor)) async -> Bool {
            do { try await wait() } catch { return false }
            return true
        }

        var oldestAge: Duration? { work.oldestAge }
        var logBytes: Int? { backend.logBytes }

        func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64) {
            guard let engine, let inFlight = engine.effects.inFlight(effect) else { return }
            if let message = inFlight.node?.command as? any RemoteMessage {
                return send(message, inFlight, isReported: turn != 0, start)
            }
            guard let store = inFlight.store, let entry = stores[store], let node = inFlight.node, !inFlight.isActive
            else { return delay(start) }
            if node.command is any TransientCommand {
                work.noteTransient(effect)
                return delay(start)
            }
            let place = entry.coding.place(of: inFlight.context)
            let coding = place.map { $0.last?.child.coding ?? entry.coding }
            var problem = FlowRecord.problem(in: .execute(node), coding, isInner: inFlight.isInner)
            // Otherwise, the fault was reported when the flow was returned.
            if turn == 0, let problem { report(problem, in: store) }
            if problem == nil {
                do { try work.prepare(inFlight, entry) } catch {
                    problem = FlowRecord.Problem(what: node.command, reason: "\(error)")
                    if let problem { report(problem, in: store) }
                }
            }
            if let problem {
                let fault = Fault.notDurable(
                    "\(problem.what)", in: store.id.reducer, because: "\(text: problem.reason)")
                return engine.effects.cancel(effect, because: fault)
            }
            // It starts after the next resumption.
            if isSuspending { return }
            let call = { [weak self] in
                guard let self, !isSuspending else { return }
                work.noteCall(of: effect)
                start()
            }
            if work.wasRunning(node) { return delay(call, late: effect) }
            work.noteStart(of: effect)
            delay(call)
        }
    }
#endif
