import Millrace
import Observation

/// A sum to which the observers of a row add. It is an object, because access to a captured variable is checked for exclusivity
/// at run time. That check costs 92 instructions for each observer, which are not part of the library.
@MainActor private final class Sum {
    var value = 0
}

@MainActor let observerRows = [
    Row("observe.property") {
        let model = CounterModel()
        model.store.subscribe(to: \.count) { keep($0) }
        return { count in for _ in 0..<count { model.increment() } }
    },
    Row("observe.property.100") {
        let model = CounterModel()
        let sum = Sum()
        for _ in 0..<100 { model.store.subscribe(to: \.count) { sum.value &+= $0 } }
        return { count in
            let before = sum.value
            for _ in 0..<count { model.increment() }
            precondition(sum.value != before)
        }
    },
    Row("observe.function.100") {
        let model = CounterModel()
        let sum = Sum()
        for _ in 0..<100 { model.store.subscribe(to: { $0.count }) { sum.value &+= $0 } }
        return { count in
            let before = sum.value
            for _ in 0..<count { model.increment() }
            precondition(sum.value != before)
        }
    },
    Row("observe.tracked") {
        let model = Model(NamedCounter.State(), NamedCounter())
        var changes = 0
        return { count in
            let before = changes
            for _ in 0..<count {
                withObservationTracking {
                    keep(model.store.count)
                } onChange: {
                    MainActor.assumeIsolated { changes += 1 }
                }
                model.store.send(.increment)
            }
            precondition(changes - before == count)
        }
    },
    Row("observe.array.changed", count: 100) {
        let model = Model(Numbers.State(), Numbers())
        model.store.subscribe(to: \.values) { keep($0.count) }
        // Each repetition changes another element.
        var changed = 0
        return { count in
            for _ in 0..<count {
                changed += 1
                model.store.send(.set(10_000 - changed, changed))
            }
        }
    },
    Row("observe.array.unchanged") {
        let model = Model(Numbers.State(), Numbers())
        model.store.subscribe(to: \.values) { keep($0.count) }
        return { count in for _ in 0..<count { model.store.send(.other) } }
    },
]
