import MillraceExtras
import Millrace

struct Player: Reducer {
    struct State { var volume = 0 }
    enum Action { case volume(Counter.Action) }
    let counter = Counter()

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .volume(let action): counter.reduce(&state.volume, action).map(Action.volume)
        }
    }
}

@MainActor func launch() {
    let store = Store(Player.State(), Player(), on: Engine())
    let volume = store.scope(\.volume, as: Player.Action.volume)
    Task {
        volume.send(.add(1))
    }
}
