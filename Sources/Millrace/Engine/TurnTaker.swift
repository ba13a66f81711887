/// Something that can stand in the engine's queue.
@usableFromInline protocol TurnTaker: AnyObject {
    /// Takes the turn that has come. The entry's job is released when this returns.
    func takeTurn(_ entry: Entry)
    /// Goes on with what middleware let on.
    ///
    /// - Returns: whether `payload` can take the place of what stood here.
    func proceed(with payload: Any, job: Job?) -> Bool
    /// Ends the message without its turn, because middleware decided so; with `reason`, whoever awaits it is told.
    func drop(because reason: (any Error)?)
    /// Ends the message with `error` without its turn, because middleware threw it.
    func fail(with error: any Error, job: Job?)
    /// Puts a copy that holds `payload` at the end of the queue.
    ///
    /// - Returns: whether `payload` can stand beside what stood here.
    func `repeat`(with payload: Any, job: Job?) -> Bool
    /// A short name for the message whose turn is next, for the chain of causes.
    var label: String { get }
}

extension TurnTaker {
    @usableFromInline func fail(with error: any Error, job: Job?) {}
    @usableFromInline func `repeat`(with payload: Any, job: Job?) -> Bool { false }
}

/// A message of work that goes on: it must know when middleware holds it beyond the drain.
protocol Holdable: AnyObject {
    /// Hears that `passage` holds it on behalf of `job`.
    func outlast(_ job: Job, heldBy passage: Passage)
}

/// The short way to a store's next turn: what the loop needs to know of the store, with its types hidden.
@usableFromInline final class ShortWay {
    /// Safe: it stands in the memory of the store's core, which holds this.
    let attention: UnsafeMutablePointer<UInt>
    /// Takes the next turn; made where the types are known, so that it is compiled for them.
    let takeNext: (Job?, _ cause: UInt64) -> Void

    @usableFromInline init(
        _ attention: UnsafeMutablePointer<UInt>, _ takeNext: @escaping (Job?, _ cause: UInt64) -> Void
    ) {
        (self.attention, self.takeNext) = (attention, takeNext)
    }
}

/// A message that waits its turn.
@usableFromInline struct Entry {
    let taker: any TurnTaker
    /// `nil` for what the outermost message caused, which ends within its drain.
    let job: Job?
    /// The number of the turn that asked for it; 0 for one that came from outside.
    let cause: UInt64
    /// Safe: the taker, a store's core, holds it.
    unowned(unsafe) let shortWay: ShortWay?

    @usableFromInline init(taker: any TurnTaker, job: Job?, cause: UInt64, shortWay: ShortWay?) {
        (self.taker, self.job, self.cause, self.shortWay) = (taker, job, cause, shortWay)
    }
}
