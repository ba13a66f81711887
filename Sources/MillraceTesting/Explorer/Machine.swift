public import Millrace

/// Takes turns on a world as an engine would, one step at a time.
///
/// It does with values what the engine does with work that runs, so that one can go on from a world more than once. That
/// both do the same is a test: random features, run by either.
@usableFromInline final class Machine<R: Reducer>: UnderWay {
    let model: Model<R>
    let entries: Entries<R>
    /// Where the last step led.
    private(set) var world: World<R>
    /// What the feature knows while a step is taken.
    private(set) var state: R.State
    /// The actions of the turns that are to come.
    private var waiting: [[R.Action]] = []
    private var firstWaiting = 0
    /// What was reported in this step.
    private var faults: [Fault] = []
    /// Whether the step would go on without end.
    private var isEndless = false

    /// What is wrong with this step, if something is.
    var report: String? {
        isEndless ? "The step goes on without end: \(Self.limit) turns were not enough." : faults.first.map { "\($0)" }
    }

    /// How many turns a step may have.
    private static var limit: Int { 10_000 }

    init(_ model: Model<R>, _ entries: Entries<R>) {
        (self.model, self.entries, world, state) = (model, entries, World(model.first), model.first)
    }

    /// Takes the turns that `begin` asks for, and all that follow at once.
    ///
    /// - Parameter begin: asks for turns, unless it returns `false` because the step cannot be.
    /// - Returns: whether the step can be.
    func step(from state: R.State, _ work: Work?, _ begin: () -> Bool) -> Bool {
        (self.state, isEndless) = (state, false)
        if !faults.isEmpty { faults = [] }
        self.begin(with: work)
        guard begin() else { return false }
        drain()
        settleDown()
        world = World(self.state)
        world.work = self.work(heldBy: entries)
        return true
    }

    /// Asks for a turn in which `actions` are folded.
    func fold(_ actions: [R.Action], _ frame: Int) {
        waiting.append(actions)
        enqueue(.fold, frame)
    }

    /// Takes the turns that wait, and those that follow.
    func drain() {
        var turns = 0
        goOnWithEnded()
        while let next = nextTurn() {
            turns += 1
            if turns > Self.limit {
                isEndless = true
                forgetTurns()
                break
            }
            switch next.kind {
            case .fold:
                firstWaiting += 1
                turn(waiting[firstWaiting - 1], next.frame)
            case .nothing: break
            case .begin(let serial): begin(serial)
            }
            release(next.frame)
            goOnWithEnded()
        }
        waiting.removeAll(keepingCapacity: true)
        firstWaiting = 0
    }

    /// One turn: all fold, and then what they ask for is performed.
    func turn(_ actions: [R.Action], _ frame: Int) {
        if actions.isEmpty { return }
        var flow = model.reducer.reduce(&state, actions[0])
        for action in actions.dropFirst() { flow = flow.and(model.reducer.reduce(&state, action)) }
        perform(flow, frame)
        settle()
    }

    /// After a turn: ends the work of children that have gone, and starts and cancels standing work by difference.
    func settle() {
        for item in items where item.entry.hasOwner && item.stage != .over {
            let here = entries.resident(item.entry(of: R.self).owner?.identity(in: state))
            if here == -1 || here != item.resident { cancel(serial: item.serial) }
        }
        if model.hasStanding { updateStanding() }
    }

    // MARK: Flows

    func perform(_ flow: Flow<R>, _ frame: Int) {
        switch flow.content {
        case .none: break
        case .send(let action): fold([action], frame)
        case .execute(let request): admit(item(entries.entry(of: request, in: state), frame), request.policy)
        case .post(let fact):
            let actions = model.actions(for: fact)
            if actions.isEmpty { enqueue(.nothing, frame) } else { fold(actions, frame) }
        case .output, .transition, .tell: enqueue(.nothing, frame)
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
        case .after: admit(item(entries.wait(delay, in: state), frame), .concurrent)
        case .debounce: admit(item(entries.wait(delay, in: state), frame), .latest)
        case .throttle(let latest):
            let free = entries.interval(delay, holding: .none, in: state)
            // Of several, as of a throttle within one of the same name, the oldest: its clock was the first to begin.
            let intervals = items.indices.filter { items[$0].entry.lane == free.lane }
            guard let index = intervals.min(by: { items[$0].clock < items[$1].clock }) else {
                perform(delay.flow, frame)
                return admit(item(free, -1), .concurrent)
            }
            if latest { replace(index, entries.interval(delay, holding: delay.flow, in: state), frame) }
        }
    }

    func item(_ entry: Entry<R>, _ frame: Int) -> Item {
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
                    rest: entries.rest(Array(links), owner: owner, in: state), parent: parent, hasFailed: hasFailed,
                    resident: resident, open: 1))
            retain(parent)
            perform(link.flow, index)
            frames[index].open -= 1
            if frames[index].open > 0 { return }
            conclude(index)
            hasFailed = frames[index].hasFailed || frames[index].linkHasFailed
            release(parent, hasFailed: frames[index].linkHasFailed)
        }
    }

    private func goOnWithEnded() {
        while !ended.isEmpty {
            let frame = frames[ended.removeFirst()]
            retain(frame.parent)
            release(frame.parent, hasFailed: frame.linkHasFailed)
            let rest = frame.rest(of: R.self)
            perform(
                rest.links[...], rest.owner, resident: frame.resident, parent: frame.parent,
                hasFailed: frame.hasFailed || frame.linkHasFailed)
            release(frame.parent)
        }
    }
}
