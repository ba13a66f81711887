import Millrace

/// A queue of turns by number, oldest first, in chunks of memory that are reused.
///
/// Adding a turn moves no other turn, and allocates at most one chunk.
struct TurnQueue: ~Copyable {
    /// The binary logarithm of the number of turns in a chunk.
    private static var shift: Int { 6 }
    private static var room: Int { 1 << shift }
    /// Safe: only the queue has the chunks, and frees them in its deinitializer. Places without a turn have an empty record.
    private var chunks = Pool<UnsafeMutablePointer<TurnRecord>>()
    /// The index of the first turn in the first chunk.
    private var head = 0
    private(set) var count = 0

    deinit {
        for index in 0..<chunks.count {
            chunks[index].deinitialize(count: Self.room)
            chunks[index].deallocate()
        }
    }

    /// The address of a turn. It is valid until the turn is removed.
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

    /// Removes the first turn, and moves its contents to `place`. The queue must not be empty.
    @inline(__always) mutating func removeFirst(to place: UnsafeMutablePointer<TurnRecord.Contents>) {
        self[0].pointee.moveContents(to: place)
        (head, count) = (head &+ 1, count &- 1)
        if head == Self.room { rotate() }
    }

    /// Moves the first chunk to the end, to reuse it.
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

    /// Returns the index of the first turn whose number is at least `id`.
    func index(of id: UInt64) -> Int {
        guard let last, last.pointee.id >= id else { return count }
        // Most turns are recorded, so the index usually follows from the number.
        let likely = count &- 1 &- Int(truncatingIfNeeded: last.pointee.id &- id)
        if likely >= 0, likely < count, self[likely].pointee.id == id { return likely }
        return countBefore(among: count) { self[$0].pointee.id < id }
    }

    /// Returns turn `id`; `nil` if the queue does not contain it.
    @inline(__always) func find(_ id: UInt64) -> UnsafeMutablePointer<TurnRecord>? {
        if let last, last.pointee.id == id { return last }
        return search(id)
    }

    @inline(never) private func search(_ id: UInt64) -> UnsafeMutablePointer<TurnRecord>? {
        let index = index(of: id)
        return index < count && self[index].pointee.id == id ? self[index] : nil
    }
}
