import Millrace

/// The script divides the difference of both rows by the number of additional stores.
@MainActor let factRows = [
    Row("fact.100.stores", count: 20) { postFacts(toStores: 100) },
    Row("fact.1000.stores", count: 20) { postFacts(toStores: 1_000) },
    Row("fact.flow") { sendEffects(.post) { $0.store.listen(to: Note.self, as: { .received($0.number) }) } },
]

@MainActor private func postFacts(toStores number: Int) -> @MainActor (Int) -> Void {
    let engine = Engine()
    let stores = (0..<number).map { _ in
        let store = Store(Effects.State(), Effects(), on: engine)
        store.listen(to: Note.self, as: { Effects.Action.received($0.number) })
        return store
    }
    return { count in
        for _ in 0..<count { engine.post(Note(number: 1)) }
        precondition(stores[number - 1].state.number >= count)
    }
}
