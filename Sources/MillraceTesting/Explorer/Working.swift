import Millrace

// What runs and waits: begun, answered, cancelled.
extension Machine {
    /// Registers `item` and asks for its turn, or does as `policy` says where others of its name are there.
    func admit(_ item: Item<R>, _ policy: Policy) {
        var item = item
        let lane = item.entry.lane
        if lane != -1 {
            switch policy {
            case .concurrent: break
            case .latest: cancel(lane: lane)
            case .first: if isTaken(lane) { return }
            case .queue:
                let others = items.lazy.filter { $0.entry.lane == lane && $0.standing == -1 }
                item.rank = others.map { $0.rank + 1 }.max() ?? 0
            }
        }
        retain(item.frame)
        items.append(item)
        if item.rank == 0 { start(item.serial) }
    }

    private func isTaken(_ lane: Int) -> Bool {
        items.contains { $0.entry.lane == lane && $0.standing == -1 }
    }

    /// It need not wait for others any more.
    private func start(_ serial: Int) {
        guard let index = index(serial) else { return }
        let item = items[index]
        if item.entry.asked != nil { return enqueue(.begin(serial), item.frame) }
        items[index].stage = .pending
        items[index].clock = addClock(item.entry.time)
    }

    /// The turn of a command: its handler is called.
    func begin(_ serial: Int) {
        guard let index = index(serial) else { return }
        items[index].stage = .pending
        items[index].attempt = 1
        noteCall(index)
        if let timeout = items[index].entry.asked?.timeout {
            items[index].timeout = addClock(timeout.time)
        }
    }

    /// Notes that the handler of a command is called: the how-manieth call of all it is.
    private func noteCall(_ index: Int) {
        calls += 1
        items[index].call = calls
    }

    func index(_ serial: Int) -> Int? { items.firstIndex { $0.serial == serial } }

    // MARK: Endings

    /// Says `outcome` for the command at `index`.
    func answer(_ index: Int, with outcome: Prepared<R>) {
        let item = items[index]
        switch outcome.verb {
        case .progress, .data: enqueue(.turn(outcome.actions), item.frame)
        case .complete, .end: conclude(item, outcome.actions, hasFailed: false)
        case .cancel: cancel(serial: item.serial)
        case .fail:
            let retry = item.entry.asked?.request.retry ?? .never
            if item.attempt > retry.attempts { return conclude(item, outcome.actions, hasFailed: true) }
            items[index].stage = .pausing
            items[index].clock = addClock(nanoseconds(retry.pause(before: item.attempt)))
        }
    }

    /// The last event's turn, in which the command ends.
    private func conclude(_ item: Item<R>, _ actions: [R.Action], hasFailed: Bool) {
        remove(item.serial)
        turn(actions, item.frame)
        release(item.frame, hasFailed: hasFailed)
    }

    /// What waits for this clock is due.
    func fire(_ clock: Int) {
        guard let index = items.firstIndex(where: { $0.clock == clock || $0.timeout == clock }) else { return }
        let item = items[index]
        if item.timeout == clock, let timeout = item.entry.asked?.timeout {
            return conclude(item, timeout.outcome.actions, hasFailed: true)
        }
        switch item.entry.kind {
        case .command:
            removeClock(of: index, \.clock)
            items[index].stage = .pending
            items[index].attempt += 1
            noteCall(index)
        case .wait(_, let flow):
            remove(item.serial)
            perform(flow.links[0].flow, item.frame)
            release(item.frame)
        case .interval(let held):
            remove(item.serial)
            guard let held else { return }
            perform(held.links[0].flow, item.frame)
            admit(self.item(entries.emptied(item.entry), -1), .concurrent)
            release(item.frame)
        }
    }

    func cancel(lane: Int) {
        let meant = items.filter { $0.entry.lane == lane && $0.standing == -1 }
        // All of them, so that none of those that wait begins.
        for item in meant { take(item.serial) }
        for item in meant { release(item.frame, hasFailed: true) }
    }

    func cancel(serial: Int) {
        guard let index = index(serial) else { return }
        let item = items[index]
        remove(serial)
        release(item.frame, hasFailed: true)
    }

    /// Takes it off, and has the one that waited for it begin.
    private func remove(_ serial: Int) {
        guard let index = index(serial) else { return }
        let item = items[index]
        if item.standing >= 0, item.stage != .over { return retire(index) }
        take(serial)
        guard item.entry.lane != -1, item.standing == -1 else { return }
        let others = items.indices.filter { items[$0].entry.lane == item.entry.lane }
        if others.contains(where: { items[$0].rank == 0 }) {
            if item.rank > 0 { for other in others where items[other].rank > item.rank { shift(other) } }
            return
        }
        for other in others { shift(other) }
        if let next = others.first(where: { items[$0].rank == 0 }) { start(items[next].serial) }
    }

    private func shift(_ index: Int) { items[index].rank -= 1 }

    /// Takes it off.
    private func take(_ serial: Int) {
        guard let index = index(serial) else { return }
        removeClock(of: index, \.clock)
        removeClock(of: index, \.timeout)
        items.remove(at: index)
    }

    /// A clock for what is due in `time`.
    private func addClock(_ time: Int64) -> Int {
        ticks.append(.added(time))
        return clocks.add(time)
    }

    private func removeClock(of index: Int, _ path: WritableKeyPath<Item<R>, Int>) {
        let clock = items[index][keyPath: path]
        if clock < 0 { return }
        items[index][keyPath: path] = -1
        clocks.remove(clock)
        ticks.append(.removed(clock))
        for other in items.indices {
            if items[other].clock > clock { items[other].clock -= 1 }
            if items[other].timeout > clock { items[other].timeout -= 1 }
        }
    }

    // MARK: Standing work

    /// Starts what is new, cancels what is no longer asked for, and starts anew what is asked for differently.
    func updateStanding() {
        let standing = model.reducer.standing(state)
        var wanted: [(key: Int, request: CommandRequest<R>)] = []
        for (name, request) in standing.requests {
            let key = entries.lane(of: name)
            if !wanted.contains(where: { $0.key == key }) { wanted.append((key, request)) }
        }
        for item in items where item.standing >= 0 {
            let same = wanted.first { $0.key == item.standing }
            if let same, item.entry.asked?.request == same.request { continue }
            take(item.serial)
        }
        for (key, request) in wanted where !items.contains(where: { $0.standing == key }) {
            var item = item(entries.entry(of: request), -1)
            item.standing = key
            items.append(item)
            start(item.serial)
        }
    }

    /// Remembers that standing work has ended by itself, so that it is not started again.
    private func retire(_ index: Int) {
        removeClock(of: index, \.clock)
        removeClock(of: index, \.timeout)
        items[index].stage = .over
        items[index].attempt = 0
    }
}
