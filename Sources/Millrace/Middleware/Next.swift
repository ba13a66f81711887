/// How a middleware says what becomes of a message. Use it once: a second use does nothing and is
/// ``Fault/Kind/nextCalledTwice``; letting every copy go unused cancels the message and is ``Fault/Kind/nextDropped``.
public struct Next {
    let passage: Passage
    let token: NextToken
    let index: Int

    /// Lets `message` on to the next middleware, or to its turn.
    ///
    /// - Returns: the message's receipt: await it for what should happen after, catch for what should happen on failure.
    @discardableResult
    public func callAsFunction(_ message: Message) -> Receipt {
        passage.decide(.letOn(message), at: index, token)
    }

    /// Cancels the message: it has no turn, and whoever awaits its receipt gets `reason`.
    public func cancel(because reason: any Error = CancellationError()) {
        passage.decide(.cancel(reason), at: index, token)
    }

    /// Performs `flow` on `store` in the place of the message, whose receipt then ends with the flow.
    ///
    /// - Returns: the message's receipt.
    @discardableResult
    public func redirect<R: Reducer>(to flow: Flow<R>, on store: Store<R>) -> Receipt {
        passage.decide(.redirect { [core = store.core] in core.perform(flow, job: $0) }, at: index, token)
    }
}

/// What every copy of a `next` shares: when it goes, nobody can call any more.
final class NextToken {
    weak var passage: Passage?

    deinit { passage?.abandon() }
}
