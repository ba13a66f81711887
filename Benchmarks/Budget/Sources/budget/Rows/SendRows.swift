import Millrace

@MainActor let sendRows = [
    Row("send") {
        let model = CounterModel()
        return { count in
            for _ in 0..<count { model.increment() }
            precondition(model.store.state.count >= count)
        }
    },
    Row("children.eight") {
        let model = Model(Level1.State(), Level1())
        let action = deepest(CommandLine.argc)
        return { count in for _ in 0..<count { sendDeep(model, action) } }
    },
]

// Created at run time, so that the compiler does not know the action.
@inline(never) private func deepest(_ number: Int32) -> Level1.Action {
    number > 0 ? .child(.child(.child(.child(.child(.child(.child(.own))))))) : .own
}

@inline(never) @MainActor private func sendDeep(_ model: Model<Level1>, _ action: Level1.Action) {
    model.store.send(action)
}
