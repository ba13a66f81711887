import Millrace
import MillraceHistory

/// The memory of each object.
@MainActor let memoryRows = [
    Row(memory: "memory.engine") { { count in (0..<count).map { _ in Engine() } } },
    Row(memory: "memory.store", count: 10_000) {
        let engine = Engine()
        return { count in (engine, (0..<count).map { _ in Store(NamedCounter.State(), NamedCounter(), on: engine) }) }
    },
    Row(memory: "memory.subscription.shared", count: 10_000) {
        let model = Model(NamedCounter.State(), NamedCounter())
        return { count in (model, (0..<count).map { _ in model.store.subscribe(to: \.count) { _ in } }) }
    },
    Row(memory: "memory.subscription.function", count: 10_000) {
        let model = Model(NamedCounter.State(), NamedCounter())
        return { count in (model, (0..<count).map { _ in model.store.subscribe(to: { $0.count }) { _ in } }) }
    },
    Row(memory: "memory.subscription.own", count: 2_000) {
        let model = Model(Items.State(10_000), Items())
        return { count in (model, (0..<count).map { index in model.store.subscribe(to: \.rows[index]) { _ in } }) }
    },
    Row(memory: "memory.record", count: 10_000) {
        let model = Model(NamedCounter.State(), NamedCounter())
        model.engine.history = History(records: 100_000)
        return { count in
            for _ in 0..<count { model.store.send(.increment) }
            return model
        }
    },
    Row(memory: "memory.record.application", count: 5_000) {
        let model = AppModel()
        model.engine.history = History(records: 100_000)
        return { count in
            model.run(count)
            return model
        }
    },
    Row(memory: "memory.record.large", count: 500) {
        let model = Model(Large.State(), Large())
        model.engine.history = History(records: 100_000)
        return { count in
            for _ in 0..<count { model.store.send(.tick) }
            return model
        }
    },
    // The array is stored once for each record.
    Row(memory: "memory.record.array", count: 500) {
        let model = Model(Numbers.State(), Numbers())
        model.engine.history = History(records: 100_000)
        return { count in
            for index in 0..<count { model.store.send(.set(index, index)) }
            return model
        }
    },
]
