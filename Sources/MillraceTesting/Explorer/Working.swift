import Millrace

// What runs and waits: begun, cancelled, ended.
extension UnderWay {
    /// Registers `item` and asks for its turn, or does as `policy` says where others of its name are there.
    final func admit(_ item: Item, _ policy: Policy) {
        var item = item
        let lane = item.entry.lane
        if lane != -1 {
            switch policy {
            case .concurrent: break
            case .latest: cancel(lane: lane)
            case .first: if items.contains(where: { $0.isIn(lane) }) { return }
            case .queue, .limit: item.rank = items.lazy.filter { $0.isIn(lane) }.map { $0.rank + 1 }.max() ?? 0
            }
        }
        retain(item.frame)
        items.append(item)
        if item.rank == 0 { start(item.serial) }
    }

    /// It need not wait for others any more.
    final func start(_ serial: Int) {
        guard let index = index(serial) else { return }
        let item = items[index]
        if item.entry.isCommand { return enqueue(.begin(serial), item.frame) }
        items[index].stage = .pending
        items[index].clock = addClock(item.entry.time)
    }

    /// The turn of a command: its handler is called.
    final func begin(_ serial: Int) {
        guard let index = index(serial) else { return }
        items[index].stage = .pending
        items[index].attempt = 1
        noteCall(index)
        if let timeout = items[index].entry.timeout { items[index].timeout = addClock(timeout) }
    }

    /// The pause before a command is tried again.
    final func pause(_ index: Int) {
        let item = items[index]
        items[index].stage = .pausing
        items[index].clock = addClock(nanoseconds(item.entry.retry.pause(before: item.attempt)))
    }

    /// Tries a command again.
    final func resume(_ index: Int) {
        removeClock(of: index, \.clock)
        items[index].stage = .pending
        items[index].attempt += 1
        noteCall(index)
    }

    /// Has something newer wait for the end of an interval.
    final func replace(_ index: Int, _ entry: AnyEntry, _ frame: Int) {
        let old = items[index].frame
        items[index].entry = entry
        if old == frame { return }
        items[index].frame = frame
        retain(frame)
        release(old, hasFailed: true)
    }

    // MARK: Endings

    final func cancel(lane: Int) {
        let meant = items.filter { $0.isIn(lane) }
        // All of them first, so that none of those that wait begins.
        for item in meant { take(item.serial) }
        for item in meant { release(item.frame, hasFailed: true) }
    }

    final func cancel(serial: Int) {
        guard let index = index(serial) else { return }
        let item = items[index]
        remove(serial)
        release(item.frame, hasFailed: true)
    }

    /// Takes it off, and has the one that waited for it begin. Standing work stays as a reminder that it has ended.
    final func remove(_ serial: Int) {
        guard let index = index(serial) else { return }
        let item = items[index]
        if item.standing >= 0, item.stage != .over { return retire(index) }
        take(serial)
        let lane = item.entry.lane
        if lane == -1 || item.standing >= 0 { return }
        let others = items.indices.filter { items[$0].isIn(lane) }
        let isFree = !others.contains { items[$0].rank == 0 }
        if !isFree, item.rank == 0 { return }
        for other in others where items[other].rank > item.rank { items[other].rank -= 1 }
        if isFree, let next = others.first(where: { items[$0].rank == 0 }) { start(items[next].serial) }
    }

    /// Takes it off.
    final func take(_ serial: Int) {
        guard let index = index(serial) else { return }
        removeClock(of: index, \.clock)
        removeClock(of: index, \.timeout)
        items.remove(at: index)
    }

    /// Remembers that standing work has ended by itself, so that it is not started again.
    private func retire(_ index: Int) {
        removeClock(of: index, \.clock)
        removeClock(of: index, \.timeout)
        items[index].stage = .over
        items[index].attempt = 0
    }

    // MARK: Clocks

    /// A clock for what is due in `time`.
    private func addClock(_ time: Int64) -> Int {
        ticks.append(.added(time))
        return clocks.add(time)
    }

    private func removeClock(of index: Int, _ path: WritableKeyPath<Item, Int>) {
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
}

extension Item {
    /// Whether it is work of this name.
    fileprivate func isIn(_ lane: Int) -> Bool { entry.lane == lane && standing == -1 }
}
