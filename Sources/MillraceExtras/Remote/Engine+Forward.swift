public import Millrace

extension Engine {
    /// Handles commands of this type on the engine of `store`, which has a handler for them.
    ///
    /// The command is executed there, and its last result is its result here. If the command is cancelled, it is cancelled there too. It is
    /// cancelled here if it is cancelled there, if it has no result, or if the store is released. Commands are executed in the order of
    /// their turns here.
    ///
    /// - Returns: A subscription that removes this handler.
    @discardableResult
    public func forward<C: Command, R: Reducer>(
        _ type: C.Type, to store: RemoteStore<R>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Subscription {
        handle(type, fileID: fileID, line: line) { (command: C, reply: Reply<C>) in
            // It starts at once, so that commands keep their order.
            let task = reply.posted.actorContext.start {
                do { reply.finish(with: try await store.execute(command)) } catch {
                    if let failure = error as? C.Failure { reply.fail(failure) } else { reply.cancel() }
                }
            }
            reply.onCancel { task?.cancel() }
        }
    }
}
