#if SQLite || App
    import Millrace

    // The calls of the engine.
    extension DurableLog: TurnObserver {
        func began(_ message: Message, turn: UInt64) { if message.kind == .replacement { stores.noteReplacement() } }

        func reduced(_ reduction: Reduction, turn: UInt64) {
            guard let engine else { return }
            guard stores.note(reduction) else { return engine.report(.storeNotDurable(reduction.store.id.reducer)) }
            if reduction.flow.isNone { return }
            if let problem = FlowRecord.problem(in: reduction.flow) { report(problem, in: reduction.store) }
        }

        func ended(_ id: UInt64, _ outcome: Message.Outcome) {}

        private func report(_ problem: FlowRecord.Problem, in store: StoreCore) {
            engine?.report(
                .notDurable("\(problem.what)", in: store.id.reducer, because: "\(text: problem.reason)"))
        }
    }

    extension DurableLog: IdleObserver {
        func becameIdle() { collect() }
    }

    extension DurableLog: CallScheduler {
        func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64) {
            guard let engine, let inFlight = engine.effects.inFlight(effect) else { return }
            guard let store = inFlight.store, let entry = stores[store], let node = inFlight.node, !inFlight.isActive
            else {
                return delay(start)
            }
            var problem = FlowRecord.problem(in: .execute(node), isInner: inFlight.isInner)
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
            if work.wasRunning(node) { return delay(start, late: effect) }
            work.noteStart(of: effect)
            delay(start)
        }
    }
#endif
