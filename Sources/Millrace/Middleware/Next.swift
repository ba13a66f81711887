/// How a middleware says what becomes of a message. Use it once: a second use does nothing and is
/// ``Fault/Kind/nextCalledTwice``; letting every copy go unused cancels the message and is ``Fault/Kind/nextDropped``.
public struct Next {
    let passage: Passage
    let token: NextToken

    /// Lets `message` on to the next middleware, or to its turn.
    ///
    /// - Returns: the message's receipt: await it for what should happen after, catch for what should happen on failure.
    @discardableResult
    public func callAsFunction(_ message: Message) -> Receipt {
        passage.decide(.letOn(message), token)
    }

    /// Cancels the message: it has no turn, and whoever awaits its receipt gets `reason`.
    public func cancel(because reason: any Error = CancellationError()) {
        passage.decide(.cancel(reason), token)
    }

    /// Performs `flow` on `store` in the place of the message, whose receipt then ends with the flow.
    ///
    /// - Returns: the message's receipt.
    @discardableResult
    public func redirect<R: Reducer>(to flow: Flow<R>, on store: Store<R>) -> Receipt {
        let perform = { [core = store.core] (job: Job) in core.engine.perform { core.perform(flow, job: job) } }
        return passage.decide(.redirect(perform), token)
    }
}

/// What every copy of the `next` of one middleware shares: when it goes, that one cannot call any more.
final class NextToken {
    /// Which middleware was asked.
    let index: Int
    private weak var passage: Passage?

    init(_ passage: Passage, index: Int) { (self.passage, self.index) = (passage, index) }

    deinit { passage?.abandon(index) }
}
