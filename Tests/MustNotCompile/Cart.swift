import Millrace

struct Pay: Command {
    typealias Output = Int
    typealias Failure = Declined
    let cents: Int
}

struct Declined: Error {}
struct Offline: Error {}

struct Cart: Reducer {
    enum Action { case add(Int) }
    func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> { .none }
}
