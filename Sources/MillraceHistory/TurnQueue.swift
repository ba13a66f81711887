import Millrace

/// Turns by number, the oldest first, in chunks of memory that are used again: adding moves none, and a long history has no
/// memory to spare.
struct TurnQueue: ~Copyable {
    /// The turns of one chunk, as a power of two.
    private static var shift: Int { 6 }
    private static var room: Int { 1 << shift }
    /// Safe: freed with the queue, which alone has them. Places without a turn have an empty record.
    private var chunks = Pool<UnsafeMutablePointer<TurnRecord>>()
    /// The place of the first turn in the first chunk.
    private var head = 0
    private(set) var count = 0

    deinit {
        for index in 0..<chunks.count {
            chunks[index].deinitialize(count: Self.room)
            chunks[index].deallocate()
        }
    }

    /// Where a turn is until it is removed.
    subscript(index: Int) -> UnsafeMutablePointer<TurnRecord> {
        let place = head &+ index
        return chunks[place &>> Self.shift] + (place & (Self.room - 1))
    }

    var last: UnsafeMutablePointer<TurnRecord>? { count == 0 ? nil : self[count &- 1] }

    /// Adds an empty record, which the caller must fill.
    @inline(__always) mutating func append() -> UnsafeMutablePointer<TurnRecord> {
        if (head &+ count) &>> Self.shift == chunks.count { addChunk() }
        count &+= 1
        return self[count &- 1]
    }

    @inline(never) private mutating func addChunk() {
        let chunk = UnsafeMutablePointer<TurnRecord>.allocate(capacity: Self.room)
        chunk.initialize(repeating: TurnRecord(), count: Self.room)
        chunks.append(chunk)
    }

    /// Removes the first turn, which must be there, and moves what it refers to elsewhere.
    @inline(__always) mutating func removeFirst(to place: UnsafeMutablePointer<TurnRecord.Contents>) {
        self[0].pointee.moveContents(to: place)
        (head, count) = (head &+ 1, count &- 1)
        if head == Self.room { rotate() }
    }

    /// Uses the first chunk again as the last.
    @inline(never) private mutating func rotate() {
        head = 0
        chunks.append(chunks.remove(at: 0))
    }

    mutating func popLast() -> TurnRecord? {
        if count == 0 { return nil }
        count &-= 1
        let turn = self[count].move()
        self[count].initialize(to: TurnRecord())
        return turn
    }

    /// The index of the first turn with the number `id` or a greater one.
    func index(of id: UInt64) -> Int {
        guard let last, last.pointee.id >= id else { return count }
        // Most turns are recorded, so that the number says where.
        let likely = count &- 1 &- Int(truncatingIfNeeded: last.pointee.id &- id)
        if likely >= 0, likely < count, self[likely].pointee.id == id { return likely }
        return countBefore(among: count) { self[$0].pointee.id < id }
    }

    /// Turn number `id`; `nil` if it is not there.
    @inline(__always) func find(_ id: UInt64) -> UnsafeMutablePointer<TurnRecord>? {
        if let last, last.pointee.id == id { return last }
        return search(id)
    }

    @inline(never) private func search(_ id: UInt64) -> UnsafeMutablePointer<TurnRecord>? {
        let index = index(of: id)
        return index < count && self[index].pointee.id == id ? self[index] : nil
    }
}
