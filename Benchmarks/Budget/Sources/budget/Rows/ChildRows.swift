import Millrace

/// An action of a child, without an effect.
@MainActor let childRows = [
    Row("child.keyed.large") {
        let model = Model(LargeFamily.State(), LargeFamily())
        return { count in for _ in 0..<count { model.store.send(.keyed(1, .tick)) } }
    },
    // These change 10,000 rows in a scattered order.
    Row("child.id") {
        let model = Model(IdentifiedItems.State(10_000), IdentifiedItems())
        return { count in for number in 0..<count { model.store.send(.id((number &* 7_919) % 10_000, .tick)) } }
    },
    Row("child.id.subscript") {
        let model = Model(IdentifiedItems.State(10_000), IdentifiedItems())
        return { count in for number in 0..<count { model.store.send(.subscripted((number &* 7_919) % 10_000, .tick)) }
        }
    },
    Row("child.id.array", count: 200) {
        let model = Model(Items.State(10_000), Items())
        return { count in for number in 0..<count { model.store.send(.id((number &* 7_919) % 10_000, .tick)) } }
    },
    Row("child.key") {
        let model = Model(Items.State(10_000), Items())
        return { count in for number in 0..<count { model.store.send(.key((number &* 7_919) % 10_000, .tick)) } }
    },
]
