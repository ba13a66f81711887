import MillraceKit

struct Ask: Command { typealias Output = Int }

struct Told: Fact {}

/// Asks, and folds the answer.
struct Asker: Reducer {
    enum Action { case ask, told(Event<Ask>) }

    func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .ask: return .execute(Ask(), as: Action.told)
        case .told(let event): sum &+= event.output ?? 0
        }
        return .none
    }
}
