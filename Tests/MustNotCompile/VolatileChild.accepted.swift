import MillraceDurable
import Millrace

struct Child: Reducer {
    typealias Storage = Durable
    func reduce(_ state: inout Int, _ action: Int) -> Flow<Self> { .none }
}

struct Parent: Reducer {
    typealias Storage = Durable
    enum Action { case child(Int) }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action): Child().reduce(&state, action).map(Action.child)
        }
    }
}
