import MillraceKit

/// Sends itself the next action until none is left.
struct Chain: Reducer {
    /// What is left to be sent.
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
