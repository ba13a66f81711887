/// The parts of a state that changed in one turn, to be told as one list in the order of registration.
///
/// A heap: on top is the part whose next hearer registered first. It keeps its memory from turn to turn, so that a turn
/// in which several parts change allocates nothing.
struct Merging {
    private struct Entry {
        // Safe: the watch lets no part go before all are told.
        let part: Unmanaged<AnyPart>
        /// The place of the next hearer in the part's list, and its number.
        var place = 0
        var number: UInt64 = 0
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    @inline(never) mutating func add(_ part: AnyPart) { entries.append(Entry(part: .passUnretained(part))) }

    /// Tells Observation of all of them, then those who watch as far as they registered until `last`, and forgets all.
    ///
    /// There must be two at least.
    @inline(never) mutating func tell(_ state: UnsafeRawPointer, upTo last: UInt64) {
        for entry in entries { entry.part._withUnsafeGuaranteedRef { $0.alertTracker() } }
        for index in entries.indices {
            entries[index].number = entries[index].part._withUnsafeGuaranteedRef { part in
                part.list.beginTelling()
                return part.list.number(at: 0)
            }
        }
        for index in (0..<entries.count / 2).reversed() { sink(index) }
        while entries[0].number <= last {
            // Below the top, one of these is the next.
            let next = min(entries[1].number, entries.count > 2 ? entries[2].number : .max)
            let place = entries[0].place
            (entries[0].place, entries[0].number) = entries[0].part._withUnsafeGuaranteedRef { part in
                // With those that follow it before any of another part.
                let place = part.tellHearers(state, place, min(last, next - 1))
                return (place, part.list.number(at: place))
            }
            sink(0)
        }
        for entry in entries { entry.part._withUnsafeGuaranteedRef { $0.list.endTelling() } }
        entries.removeAll(keepingCapacity: true)
    }

    /// Puts the entry at `index` below those that are due before it.
    private mutating func sink(_ index: Int) {
        var index = index
        while true {
            var first = index
            for child in (2 * index + 1)...(2 * index + 2)
            where child < entries.count && entries[child].number < entries[first].number {
                first = child
            }
            if first == index { return }
            entries.swapAt(index, first)
            index = first
        }
    }
}
