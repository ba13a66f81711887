/// Who would notice a change of a store.
@usableFromInline enum Attention {
    /// Somebody watches a part.
    @usableFromInline static let watched: UInt = 1
    /// Work runs for a child that may go.
    @usableFromInline static let lodgers: UInt = 2
    /// The reducer declares standing work.
    static let standing: UInt = 4
    /// The store has gone.
    @usableFromInline static let closed: UInt = 8
    /// Somebody tracks the whole state.
    @usableFromInline static let tracked: UInt = 16
    /// There are workers.
    static let employed: UInt = 32
    /// There may be parts that nobody watches any more.
    @usableFromInline static let idle: UInt = 64
    /// Something is to be done after each turn: for lodgers, standing work or workers.
    @usableFromInline static let lasting: UInt = 2 | 4 | 32
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
    /// Where the state is. Safe: it stays there as long as the core does, and is read where no reducer runs.
    @inlinable func state<R: Reducer>() -> UnsafeRawPointer where Pointee == StoreCore<R>.Memory {
        withUnsafeMutablePointer(to: &pointee.state) { UnsafeRawPointer($0) }
    }

    @inlinable func set<R: Reducer>(_ bit: UInt, to isOn: Bool) where Pointee == StoreCore<R>.Memory {
        pointee.attention = isOn ? pointee.attention | bit : pointee.attention & ~bit
    }
}
