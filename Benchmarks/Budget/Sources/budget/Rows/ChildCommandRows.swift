import Millrace

/// A child's command whose handler replies at once.
@MainActor let childCommandRows = [
    Row("command.child") { sendCommands(.child(.command), Model(Parent.State(), Parent())) },
    Row("command.grandchild") { sendCommands(.child(.child(.command)), Model(Grandparent.State(), Grandparent())) },
    Row("command.optional") { sendCommands(.child(.command), Model(Family.State(), Family())) },
    Row("command.keyed") { sendCommands(.keyed(1, .command), Model(Family.State(), Family())) },
    Row("command.keyed+middleware") {
        let model = Model(Family.State(), Family())
        model.engine.middleware = [PassOn()]
        return sendCommands(.keyed(1, .command), model)
    },
    Row("command.keyed.keyed") { sendCommands(.family(1, .keyed(1, .command)), Model(Town.State(), Town())) },
    // While the command of another child is pending.
    Row("command.keyed.in.flight") {
        let model = Model(Family.State(), Family())
        let replies = keepReplies(model.engine)
        model.store.send(.keyed(2, .command))
        return { count in
            for _ in 0..<count {
                model.store.send(.keyed(1, .command))
                replies.all.removeLast().finish(with: 1)
            }
            precondition(replies.all.count == 1)
        }
    },
]

/// The replies that a handler retains.
final class Replies { var all: [Reply<Tick>] = [] }

/// Registers a handler that retains its replies.
@MainActor func keepReplies(_ engine: Engine) -> Replies {
    let replies = Replies()
    engine.handle(Tick.self) { (_: Tick, reply: Reply<Tick>) in replies.all.append(reply) }
    return replies
}

@MainActor private func sendCommands<R: Reducer>(
    _ action: R.Action, _ model: Model<R>
) -> @MainActor (Int) -> Void {
    model.engine.handle(Tick.self) { _ in 1 }
    return { count in for _ in 0..<count { model.store.send(action) } }
}
