/// What runs and waits while a step is taken: commands, waits for the clock, sequences, and the turns that are next.
///
/// It knows of none of the feature's own types, so that one copy of it is compiled for all.
@usableFromInline class UnderWay {
    final var items: [Item] = []
    final var frames: [Frame] = []
    final var clocks = Clocks()
    /// What waits for its turn.
    private final var queue: [Waiting] = []
    private final var head = 0
    /// The sequences whose link has ended.
    final var ended: [Int] = []
    private final var lastSerial = 0
    /// How often a handler was called.
    private final var calls = 0
    /// What the clocks did in this step.
    final var ticks: [Tick] = []

    /// What a clock does in a step.
    enum Tick {
        case added(Int64)
        case removed(Int)
    }

    /// A turn that is to come, and the sequence that waits for it.
    struct Waiting {
        enum Kind {
            /// Actions are folded: the next that wait.
            case fold
            /// An output, or a fact that nobody hears.
            case nothing
            /// The turn of the command with this serial number.
            case begin(Int)
        }

        let kind: Kind
        let frame: Int
    }

    /// Begins a step from what is under way in a world.
    final func begin(with work: Work?) {
        lastSerial = 0
        ticks.removeAll(keepingCapacity: true)
        guard let work else {
            items.removeAll(keepingCapacity: true)
            frames.removeAll(keepingCapacity: true)
            return clocks = Clocks()
        }
        (items, frames, clocks) = (work.items, work.frames, work.clocks)
        for index in items.indices { items[index].serial = nextSerial() }
    }

    /// What is under way when the step is over.
    final func work(heldBy entries: AnyObject) -> Work? {
        items.isEmpty ? nil : Work(items, frames, clocks, heldBy: entries)
    }

    final func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    /// Notes that the handler of a command is called, and the number of that call among all.
    final func noteCall(_ index: Int) {
        calls += 1
        items[index].call = calls
    }

    final func index(_ serial: Int) -> Int? { items.firstIndex { $0.serial == serial } }

    // MARK: Turns

    final func enqueue(_ kind: Waiting.Kind, _ frame: Int) {
        retain(frame)
        queue.append(Waiting(kind: kind, frame: frame))
    }

    final func nextTurn() -> Waiting? {
        guard head < queue.count else {
            forgetTurns()
            return nil
        }
        head += 1
        return queue[head - 1]
    }

    final func forgetTurns() {
        queue.removeAll(keepingCapacity: true)
        head = 0
    }

    // MARK: Sequences

    final func retain(_ frame: Int) {
        if frame >= 0 { frames[frame].open += 1 }
    }

    final func release(_ frame: Int, hasFailed: Bool = false) {
        if frame < 0 { return }
        if hasFailed { frames[frame].linkHasFailed = true }
        frames[frame].open -= 1
        if frames[frame].open > 0 { return }
        conclude(frame)
        ended.append(frame)
    }

    /// Ends a link. Its frame stays in its place until the step is over, because others are known by theirs.
    final func conclude(_ frame: Int) { frames[frame].open = -1 }

    final func fail(_ frame: Int) {
        if frame >= 0 { frames[frame].linkHasFailed = true }
    }
}
