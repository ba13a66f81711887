import Millrace

struct Lamp: Reducer {
    enum Action { case toggle }

    func reduce(_ isOn: inout Bool, _ action: Action) -> Flow<Self> {
        isOn.toggle()
        return .none
    }
}

@MainActor func launch() {
    let lamp = Store(false, Lamp(), on: Engine())
    let action = Lamp.Action.toggle
    lamp.send(action)
}
