public import Millrace

/// Takes turns on a world as an engine would, one step at a time.
///
/// It does with values what the engine does with work that runs, so that one can go on from a world more than once. That
/// both do the same is a test: random features, run by either.
@usableFromInline final class Machine<R: Reducer> {
    enum Message {
        case turn([R.Action])
        /// An output, or a fact that nobody hears.
        case nothing
        /// The turn of the command with this serial number.
        case begin(Int)
    }

    let model: Model<R>
    let entries: Entries<R>
    /// Where it is now; while a step is taken, what follows is what counts.
    private(set) var world: World<R>
    var state: R.State
    var items: [Item<R>] = []
    var frames: [Frame<R>] = []
    var clocks = Clocks()
    /// What waits for its turn, and the sequence that waits for that.
    private var queue: [(message: Message, frame: Int)] = []
    private var head = 0
    /// The sequences whose link has ended.
    private var ended: [Int] = []
    private var lastSerial = 0
    /// What was reported in this step.
    var faults: [Fault] = []
    /// Whether the step would go on without end.
    private(set) var isEndless = false
    /// What the clocks did in this step.
    var ticks: [Trace<R>.Tick] = []
    /// How often a handler was called.
    var calls = 0
    /// What is wrong with this step, if something is.
    var report: String? {
        isEndless ? "The step goes on without end: \(Self.limit) turns were not enough." : faults.first.map { "\($0)" }
    }

    /// How many turns a step may have.
    private static var limit: Int { 10_000 }

    init(_ model: Model<R>, _ entries: Entries<R>, _ world: World<R>) {
        (self.model, self.entries, self.world, state) = (model, entries, world, world.state)
    }

    /// Takes the turns that `begin` asks for, and all that follow at once.
    ///
    /// - Parameter begin: asks for turns, unless it returns `false` because the step cannot be.
    /// - Returns: whether the step can be.
    func step(from world: World<R>, _ begin: () -> Bool) -> Bool {
        (state, lastSerial, isEndless) = (world.state, 0, false)
        if let work = world.work { (items, frames, clocks) = (work.items, work.frames, work.clocks) } else { clear() }
        faults.removeAll(keepingCapacity: true)
        ticks.removeAll(keepingCapacity: true)
        for index in items.indices { items[index].serial = nextSerial() }
        guard begin() else { return false }
        drain()
        settleDown()
        self.world = World(state)
        if !items.isEmpty { self.world.work = Work(items, frames, clocks) }
        return true
    }

    private func clear() {
        items.removeAll(keepingCapacity: true)
        frames.removeAll(keepingCapacity: true)
        clocks = Clocks()
    }

    func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    func enqueue(_ message: Message, _ frame: Int) {
        retain(frame)
        queue.append((message, frame))
    }

    private func drain() {
        var turns = 0
        goOnWithEnded()
        while head < queue.count {
            let (message, frame) = queue[head]
            head += 1
            turns += 1
            if turns > Self.limit {
                isEndless = true
                break
            }
            switch message {
            case .turn(let actions): turn(actions, frame)
            case .nothing: break
            case .begin(let serial): begin(serial)
            }
            release(frame)
            goOnWithEnded()
        }
        queue.removeAll(keepingCapacity: true)
        head = 0
    }

    /// One turn: all fold, and then what they ask for is performed.
    func turn(_ actions: [R.Action], _ frame: Int) {
        var flow = Flow<R>.none
        for action in actions { flow = flow.and(model.reducer.reduce(&state, action)) }
        perform(flow, frame)
        if !actions.isEmpty { settle() }
    }

    /// After a turn: ends the work of children that have gone, and starts and cancels standing work by difference.
    func settle() {
        for item in items where item.entry.owner != nil && item.stage != .over {
            let here = entries.resident(item.entry.owner?.identity(in: state))
            if here == -1 || here != item.resident { cancel(serial: item.serial) }
        }
        updateStanding()
    }

    // MARK: Flows

    func perform(_ flow: Flow<R>, _ frame: Int) {
        switch flow.content {
        case .none: break
        case .send(let action): enqueue(.turn([action]), frame)
        case .execute(let request): admit(item(entries.entry(of: request), frame), request.policy)
        case .post(let fact):
            let actions = model.actions(for: fact)
            enqueue(actions.isEmpty ? .nothing : .turn(actions), frame)
        case .output: enqueue(.nothing, frame)
        case .cancel(let name):
            let lane = entries.lane(of: name)
            cancel(lane: lane)
            cancel(lane: -2 - lane)
        case .delay(let delay): start(delay, frame)
        case .sequence(let links, let owner):
            let resident = owner.map { entries.resident($0.identity(in: state)) } ?? -1
            let links = links.map { Link(flow: $0.flow, evenAfterFailure: $0.evenAfterFailure) }
            perform(links[...], owner, resident: resident, parent: frame, hasFailed: false)
        case .merge(let flows): for flow in flows { perform(flow, frame) }
        case .fault(let fault):
            faults.append(fault)
            fail(frame)
        }
    }

    private func start(_ delay: Flow<R>.Delayed, _ frame: Int) {
        switch delay.kind {
        case .after: admit(item(entries.wait(delay), frame), .concurrent)
        case .debounce: admit(item(entries.wait(delay), frame), .latest)
        case .throttle(let latest):
            let free = entries.interval(delay, holding: .none)
            guard let index = items.firstIndex(where: { $0.entry.lane == free.lane }) else {
                perform(delay.flow, frame)
                return admit(item(free, -1), .concurrent)
            }
            if latest { replace(index, entries.interval(delay, holding: delay.flow), frame) }
        }
    }

    /// Has something newer wait for the end of an interval.
    private func replace(_ index: Int, _ entry: Entry<R>, _ frame: Int) {
        let old = items[index].frame
        items[index].entry = entry
        if old == frame { return }
        items[index].frame = frame
        retain(frame)
        release(old, hasFailed: true)
    }

    func item(_ entry: Entry<R>, _ frame: Int) -> Item<R> {
        var item = Item(entry: entry, frame: frame)
        if let owner = entry.owner { item.resident = entries.resident(owner.identity(in: state)) }
        item.serial = nextSerial()
        return item
    }

    // MARK: Sequences

    /// Performs the links one after the other, as far as they end at once.
    private func perform(
        _ links: ArraySlice<Link<R>>, _ owner: Flow<R>.Owner?, resident: Int, parent: Int, hasFailed: Bool
    ) {
        var (links, hasFailed) = (links, hasFailed)
        while let link = links.popFirst() {
            if hasFailed, !link.evenAfterFailure { continue }
            if let owner, resident == -1 || entries.resident(owner.identity(in: state)) != resident {
                return fail(parent)
            }
            if links.isEmpty { return perform(link.flow, parent) }
            let index = frames.count
            frames.append(
                Frame(
                    rest: entries.rest(Array(links), owner: owner), parent: parent, hasFailed: hasFailed,
                    resident: resident, open: 1))
            retain(parent)
            perform(link.flow, index)
            frames[index].open -= 1
            if frames[index].open > 0 { return }
            hasFailed = conclude(index)
            release(parent, hasFailed: frames[index].linkHasFailed)
        }
    }

    /// Ends a link, and says whether the sequence has failed.
    private func conclude(_ index: Int) -> Bool {
        // It stays in its place until the step is over, because others are known by theirs.
        frames[index].open = -1
        return frames[index].hasFailed || frames[index].linkHasFailed
    }

    private func goOnWithEnded() {
        while !ended.isEmpty {
            let frame = frames[ended.removeFirst()]
            retain(frame.parent)
            release(frame.parent, hasFailed: frame.linkHasFailed)
            let rest = frame.rest
            perform(
                rest.links[...], rest.owner, resident: frame.resident, parent: frame.parent,
                hasFailed: frame.hasFailed || frame.linkHasFailed)
            release(frame.parent)
        }
    }

    func retain(_ frame: Int) {
        if frame >= 0 { frames[frame].open += 1 }
    }

    func release(_ frame: Int, hasFailed: Bool = false) {
        if frame < 0 { return }
        if hasFailed { frames[frame].linkHasFailed = true }
        frames[frame].open -= 1
        if frames[frame].open > 0 { return }
        _ = conclude(frame)
        ended.append(frame)
    }

    private func fail(_ frame: Int) {
        if frame >= 0 { frames[frame].linkHasFailed = true }
    }
}
