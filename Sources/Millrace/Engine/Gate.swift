/// The bits of an engine's gate. A send may take the short way when none is set.
@usableFromInline enum Gate {
    @usableFromInline static let open: UInt = 0
    /// A turn is under way.
    @usableFromInline static let running: UInt = 1
    /// A message waits in the queue, or the outermost message has a job: the drain has something to do.
    @usableFromInline static let waiting: UInt = 2
    /// There is middleware.
    @usableFromInline static let intercepted: UInt = 4
    /// The engine was shut down.
    @usableFromInline static let closed: UInt = 8
    /// A runaway loop was interrupted; a task will go on with it.
    @usableFromInline static let sliced: UInt = 16
    /// There is a history.
    @usableFromInline static let recorded: UInt = 32
    /// Somebody waits until the loop rests.
    static let awaited: UInt = 64
}
