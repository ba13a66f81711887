public import Millrace

/// What an application can be in: the state of its store, and what runs and waits for it. A value, so that one can go on
/// from it more than once.
@usableFromInline struct World<R: Reducer> {
    @usableFromInline var state: R.State
    /// What is under way; `nil` where nothing is, which most worlds of many features are, and which then costs nothing.
    @usableFromInline var work: Work?

    @inlinable init(_ state: R.State) { self.state = state }

    /// Whether nothing runs or waits.
    @inlinable var isIdle: Bool { work == nil }

    /// What runs and waits, in an order that depends on what it is, and not on the way there.
    var items: [Item] { work?.items ?? [] }
    var frames: [Frame] { work?.frames ?? [] }
    var clocks: Clocks { work?.clocks ?? Clocks() }
}

/// What is under way in a world. Never changed once the world is at rest.
@usableFromInline final class Work {
    let items: [Item]
    let frames: [Frame]
    let clocks: Clocks
    /// Holds the entries, for whoever keeps a situation longer than the exploration.
    private let entries: AnyObject

    init(_ items: [Item], _ frames: [Frame], _ clocks: Clocks, heldBy entries: AnyObject) {
        (self.items, self.frames, self.clocks, self.entries) = (items, frames, clocks, entries)
    }

    @usableFromInline func hash(into hasher: inout Hasher) {
        for item in items { item.hash(into: &hasher) }
        for frame in frames { frame.hash(into: &hasher) }
        clocks.hash(into: &hasher)
    }
}

/// One thing that runs or waits: a command, a wait for the clock, the interval of a throttle.
struct Item {
    /// How far it is.
    enum Stage: UInt8 {
        /// It waits for those before it, or for its turn.
        case asked
        /// It waits for its handler, or for the clock.
        case pending
        /// It waits to be tried again.
        case pausing
        /// Standing work that has ended by itself, and is not started again.
        case over
    }

    /// Safe: the table of entries holds them all, and the work that the item is part of holds the table.
    unowned(unsafe) var entry: AnyEntry
    /// The sequence that waits for it, or -1.
    var frame: Int
    var stage = Stage.asked
    /// How many of its name it waits for.
    var rank = 0
    /// How often the handler was called.
    var attempt = 0
    /// Which clock it waits for, or -1.
    var clock = -1
    /// Which clock ends its patience, or -1.
    var timeout = -1
    /// The number of who lived where it was asked for, or -1 where it is no child's.
    var resident = -1
    /// The number of its name among the standing work, or -1.
    var standing = -1
    /// The number of its handler's last call among all calls of handlers; it depends on the way, and tells nothing apart.
    var call = 0
    /// Tells it from others while a step is taken.
    var serial = 0

    /// What tells it from others at rest, but for its sequence.
    var key: [Int] {
        [entry.id, rank, Int(stage.rawValue), attempt, clock, timeout, resident, standing]
    }

    /// Whether it comes before `other` in an order that tells nothing of the way there.
    func isBefore(_ other: Item) -> Bool {
        if entry.id != other.entry.id { return entry.id < other.entry.id }
        if frame != other.frame { return frame < other.frame }
        return key.lexicographicallyPrecedes(other.key)
    }

    /// Whether nothing tells it from `other`.
    func isSame(as other: Item) -> Bool {
        entry === other.entry && frame == other.frame && key == other.key
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(entry.id)
        // All of them are small, and at least -1: four of them take one word.
        hasher.combine((frame + 1) << 32 | (rank + 1) << 16 | Int(stage.rawValue))
        hasher.combine((attempt + 1) << 48 | (clock + 1) << 32 | (timeout + 1) << 16)
        hasher.combine((resident + 1) << 32 | (standing + 1))
    }

    /// Whether an outcome may be tried: its handler is at work.
    var isPending: Bool { stage == .pending && entry.isCommand }
}

/// A sequence under way: one of its links runs, others follow.
struct Frame {
    /// What follows. Safe: as the entry of an item.
    unowned(unsafe) var rest: AnyDeferred
    /// The sequence that waits for this one, or -1.
    var parent: Int
    /// Whether a link before this one has failed.
    var hasFailed: Bool
    /// Who lived where it was asked for, or -1 where it is no child's.
    var resident: Int
    /// Whether the link that runs has failed.
    var linkHasFailed = false
    /// How many parts of the link have not ended.
    var open = 0

    var key: [Int] { [rest.id, hasFailed ? 1 : 0, linkHasFailed ? 1 : 0, open, resident] }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(parent)
    }
}
