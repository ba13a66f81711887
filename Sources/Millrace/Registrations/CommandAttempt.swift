/// One call of a command's handler, by numbers. A command that is retried has several.
@usableFromInline
struct CommandAttempt: Sendable {
    let effect: EffectHandle
    /// 1 for the first call, more after retries.
    let number: Int32
    /// The number of the command's turn.
    let turn: UInt64

    init(effect: EffectHandle, number: Int32, turn: UInt64) {
        (self.effect, self.number, self.turn) = (effect, number, turn)
    }

    /// Returns an answer of this call.
    @usableFromInline func answer(_ kind: Answer.Kind, _ event: AnyBox?) -> Answer {
        Answer(effect: effect, attempt: number, kind: kind, event: event)
    }

    /// Returns the answer for an error that a handler threw. A `CancellationError` cancels the command, whatever code threw it.
    @inlinable
    func failure<C: Command>(_ error: C.Failure, of type: C.Type) -> Answer {
        (error as any Error) is CancellationError
            ? answer(.cancelled, nil) : answer(.failure, Box(Event<C>.failure(error)))
    }

    /// Calls a handler that answers when it returns.
    ///
    /// - Returns: The answer: the value that `handle` returns, or the error that it throws. It ends the command.
    @inlinable
    func answer<C: Command>(_ command: C, with handle: (C) throws(C.Failure) -> C.Output) -> Answer {
        do throws(C.Failure) {
            return answer(.end, Box(Event<C>.data(try handle(command))))
        } catch {
            return failure(error, of: C.self)
        }
    }
}
