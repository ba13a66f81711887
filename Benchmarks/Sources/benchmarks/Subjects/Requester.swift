import MillraceKit

struct Request: Command { typealias Output = Int }

struct SampleFact: Fact {}

/// Executes a command, and adds its output.
struct Requester: Reducer {
    enum Action { case request, received(Event<Request>) }

    func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .request: return .execute(Request(), as: Action.received)
        case .received(let event): sum &+= event.output ?? 0
        }
        return .none
    }
}
