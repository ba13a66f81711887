import Millrace

// What becomes of what is under way.
extension Machine {
    /// Says `outcome` for the command at `index`.
    func answer(_ index: Int, with outcome: Prepared<R>) {
        let item = items[index]
        switch outcome.verb {
        case .progress, .data: fold(outcome.actions, item.frame)
        case .complete, .end: conclude(item, outcome.actions, hasFailed: false)
        case .cancel: cancel(serial: item.serial)
        case .fail:
            if item.attempt > item.entry.retry.attempts { return conclude(item, outcome.actions, hasFailed: true) }
            pause(index)
        }
    }

    /// The last event's turn, in which the command ends.
    private func conclude(_ item: Item, _ actions: [R.Action], hasFailed: Bool) {
        remove(item.serial)
        turn(actions, item.frame)
        release(item.frame, hasFailed: hasFailed)
    }

    /// What waits for this clock is due.
    func fire(_ clock: Int) {
        guard let index = items.firstIndex(where: { $0.clock == clock || $0.timeout == clock }) else { return }
        let item = items[index]
        let entry = item.entry(of: R.self)
        if item.timeout == clock, let timeout = entry.asked?.timeout {
            return conclude(item, timeout.outcome.actions, hasFailed: true)
        }
        switch entry.kind {
        case .command: resume(index)
        case .wait(_, let flow):
            remove(item.serial)
            perform(flow.links[0].flow, item.frame)
            release(item.frame)
        case .interval(let held):
            remove(item.serial)
            if let held {
                perform(held.links[0].flow, item.frame)
                admit(self.item(entries.emptied(entry), -1), .concurrent)
            }
            release(item.frame)
        }
    }

    /// Starts what is new of the standing work, cancels what is no longer asked for, and starts anew what is asked for
    /// differently.
    func updateStanding() {
        var wanted: [(key: Int, request: CommandRequest<R>)] = []
        for (name, request) in model.reducer.standing(state).requests {
            let key = entries.lane(of: name)
            if !wanted.contains(where: { $0.key == key }) { wanted.append((key, request)) }
        }
        for item in items where item.standing >= 0 {
            let same = wanted.first { $0.key == item.standing }
            if let same, item.entry(of: R.self).asked?.request == same.request { continue }
            take(item.serial)
        }
        for (key, request) in wanted where !items.contains(where: { $0.standing == key }) {
            var item = item(entries.entry(of: request, in: state), -1)
            item.standing = key
            items.append(item)
            start(item.serial)
        }
    }
}
