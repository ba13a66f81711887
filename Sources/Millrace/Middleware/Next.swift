/// How a middleware says what becomes of a message. Decide once: a second decision does nothing and is
/// ``Fault/Kind/nextCalledTwice``; letting every copy go undecided cancels the message and is
/// ``Fault/Kind/nextDropped``.
public struct Next {
    @usableFromInline let token: NextToken
    private var passage: Passage { token.requirePassage() }

    @inlinable init(token: NextToken) { self.token = token }

    /// Lets `message` on to the next middleware, or to its turn.
    ///
    /// - Returns: the receipt of this message alone: await it for what should happen after, catch for what should
    ///   happen on failure.
    @inlinable @inline(__always) @discardableResult
    public func callAsFunction(_ message: Message) -> Receipt {
        // Always inlined, so that a receipt that the caller drops need not even be counted.
        token.letsOn(message) ? Receipt(token.claim?.takeUnretainedValue()) : letOn(message)
    }

    /// Lets on a message that is not the one that came, or comes late.
    @usableFromInline func letOn(_ message: Message) -> Receipt {
        passage.decide(.letOn(message), token)
    }

    /// Lets `message` on when `delay` has passed on the engine's clock; meanwhile everything else goes on.
    ///
    /// - Returns: the receipt of this message alone.
    @discardableResult
    public func callAsFunction(_ message: Message, after delay: Duration) -> Receipt {
        passage.hold(token) { passage in
            passage.engine.scheduler.schedule(after: delay) { [weak passage, token] in
                passage?.settle(hold: token, .letOn(message))
            }
        }
    }

    /// Cancels the message: it has no turn, and whoever awaits its receipt gets `reason`.
    public func cancel(because reason: any Error = CancellationError()) {
        passage.decide(.cancel(reason), token)
    }

    /// Ends the message as though it were done: it has no turn, and whoever awaits its receipt gets no error.
    public func silence() {
        passage.decide(.silence, token)
    }

    /// Performs `flow` in the place of the message, on the store that the message is for or comes from; elsewhere than
    /// there, name the store. A message that concerns no store of `R` is cancelled, and it is
    /// ``Fault/Kind/wrongPayload``.
    ///
    /// - Returns: the message's receipt.
    @discardableResult
    public func redirect<R: Reducer>(to flow: Flow<R>) -> Receipt {
        guard let core = passage.core(of: R.self) else {
            let fault = Fault.wrongPayload(flow, for: passage.message)
            passage.engine.report(fault)
            return passage.decide(.cancel(fault), token)
        }
        return redirect(to: flow, on: core)
    }

    /// Performs `flow` on `store` in the place of the message, whose receipt then ends with the flow.
    ///
    /// - Returns: the message's receipt.
    @discardableResult
    public func redirect<R: Reducer>(to flow: Flow<R>, on store: Store<R>) -> Receipt {
        redirect(to: flow, on: store.core)
    }

    private func redirect<R: Reducer>(to flow: Flow<R>, on core: StoreCore<R>) -> Receipt {
        if core.engine !== passage.engine {
            let fault = Fault.otherEngine(R.self, passage.message)
            passage.engine.report(fault)
            return passage.decide(.cancel(fault), token)
        }
        return redirect(to: flow, at: core)
    }

    private func redirect<R: Reducer>(to flow: Flow<R>, at core: StoreCore<R>) -> Receipt {
        passage.decide(.redirect { job in core.engine.perform { core.perform(flow, job: job) } }, token)
    }

    /// Puts a copy of the message, which may hold something else, behind what waits; it passes the middleware from the
    /// first.
    ///
    /// It decides nothing: do that as well. Whoever awaits the message awaits the copy too. The copy of a command is
    /// another run of it, whose events go where those of the first go; the copy of a command's last event is its last.
    public func `repeat`(_ message: Message) {
        passage.repeat(message, token)
    }

    /// Decides when `decide` has: by what it returns, lets on, or, where that is `nil`, silences; by what it throws,
    /// fails.
    @discardableResult
    func callAsFunction(_ message: Message, when decide: @escaping (Message) async throws -> Message?) -> Receipt {
        passage.hold(token) { passage in
            let (home, token, weak) = (passage.engine.home, token, AtHome(passage))
            let task = home.start {
                let decision: Passage.Decision
                do {
                    decision = try await decide(message).map(Passage.Decision.letOn) ?? .silence
                } catch let error as CancellationError {
                    decision = .cancel(error)
                } catch {
                    decision = .fail(error)
                }
                await home.land { weak.open()?.settle(hold: token, decision) }
            }
            return { task?.cancel() }
        }
    }
}
