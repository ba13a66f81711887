import MillraceKit

/// Sends the next action until none is left.
struct Chain: Reducer {
    /// The number of actions that are left.
    typealias State = Int
    enum Action { case start(Int), next }

    func reduce(_ left: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .start(let count): left = count
        case .next: left &-= 1
        }
        return left > 0 ? .send(.next) : .none
    }
}
