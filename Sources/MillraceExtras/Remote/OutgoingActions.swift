import Millrace

/// The actions that an engine sends to stores of other engines, and that wait for space there: a queue for each store.
final class OutgoingActions: EngineAttachment {
    fileprivate var queues: [RemoteIdentity: any WaitingActions] = [:]
    private let context: ActorContext

    private init(_ context: ActorContext) { self.context = context }

    static func of(_ engine: Engine) -> OutgoingActions {
        let key = ObjectIdentifier(OutgoingActions.self)
        if let known = engine.attachments[key] as? OutgoingActions { return known }
        let new = OutgoingActions(engine.actorContext)
        engine.attachments[key] = new
        return new
    }

    /// Sends an action behind those that wait, and ends its command.
    func send<R: Reducer>(
        _ action: R.Action, _ id: String?, to target: any RemoteTarget<R>, _ reply: Reply<RemoteSend<R>>
    ) {
        if let queue = queues[target.identity] as? OutgoingQueue<R> {
            if queue.isFull { return reply.fail(.full(capacity: target.capacity)) }
            return queue.append(action, id, reply)
        }
        // An id is looked up, which takes time.
        switch id == nil ? target.offer(action) : nil {
        case .accepted, .replaced: reply.finish()
        case .closed: reply.fail(.closed)
        case .rejected where !target.waitsForSpace: reply.fail(.full(capacity: target.capacity))
        case .rejected, nil:
            let queue = OutgoingQueue<R>(target)
            queue.append(action, id, reply)
            queues[target.identity] = queue
            queue.task = context.start(atOnce: false) {
                await queue.sendAll()
                self.queues[target.identity] = nil
            }
        }
    }

    var memberCount: Int { 0 }
    var observerCount: Int { 0 }

    func engineClosed() { for queue in queues.values { queue.task?.cancel() } }
}

private protocol WaitingActions: AnyObject { var task: Task<Void, Never>? { get } }

/// The actions that an engine sends to one store, in order.
private final class OutgoingQueue<R: Reducer>: WaitingActions where R.Action: Sendable {
    private let target: any RemoteTarget<R>
    private var waiting = Queue<(action: R.Action, id: String?, reply: Reply<RemoteSend<R>>)>()
    var task: Task<Void, Never>?

    init(_ target: any RemoteTarget<R>) { self.target = target }

    /// Whether as many actions wait here as in the inbox.
    var isFull: Bool { waiting.count >= target.capacity }

    func append(_ action: R.Action, _ id: String?, _ reply: Reply<RemoteSend<R>>) {
        waiting.append((action, id, reply))
    }

    /// Sends what waits. An action whose command was cancelled before its turn came is not sent.
    func sendAll() async {
        while let (action, id, reply) = waiting.popFirst() {
            if reply.isClosed { continue }
            do {
                _ = try await target.send(action, id: id)
                reply.finish()
            } catch { reply.fail(error as? RemoteError ?? .closed) }
        }
    }
}
