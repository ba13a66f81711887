import Millrace
import MillraceExtras

/// Flows without a command.
@MainActor let effectRows = [
    Row("send.and") { sendEffects(.sendAndSend) },
    Row("send.merge") { sendEffects(.mergeOfSends) },
    Row("send.then") { sendEffects(.sendThenSend) },
    Row("output") { sendEffects(.output) { $0.store.onOutput { keep($0) } } },
    Row("cancel") { sendEffects(.cancel) },
    Row("delay.cancel") { sendEffects(.delayAndCancel) },
    Row("debounce") { sendEffects(.debounce) },
]

/// Active commands, in a turn that does not change them.
@MainActor let activeRows = [
    Row("active.one") {
        let engine = Engine()
        let replies = keepReplies(engine)
        let model = Model(OneActive.State(), OneActive(), on: engine)
        return { count in
            for _ in 0..<count { model.store.send(.tick) }
            precondition(replies.all.count == 1)
        }
    },
    Row("interval.tick") {
        let time = StepScheduler()
        let model = Model(Ticking.State(), Ticking(), on: Engine(scheduler: time))
        return { count in
            for _ in 0..<count { time.step() }
            precondition(model.store.state.count >= count)
        }
    },
    Row("active.ten", count: 200) {
        let engine = Engine()
        let replies = keepReplies(engine)
        let model = Model(TenActive.State(), TenActive(), on: engine)
        return { count in
            for _ in 0..<count { model.store.send(.tick) }
            precondition(replies.all.count == 10)
        }
    },
]
