import Millrace

struct Child: Reducer {
    enum Action { case close }
    enum Output { case closed }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .output(.closed) }
}

struct Parent: Reducer {
    enum Action { case child(Child.Action), heard(Child.Output) }
    let child = Child()

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action):
            return child.reduce(&state, action).map(Action.child)  // refused: 'Child.Output' and 'Never' be equivalent
        case .heard: return .none
        }
    }
}
