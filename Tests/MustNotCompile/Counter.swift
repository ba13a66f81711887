import MillraceExtras
import Millrace

// Compiled with every source in this folder. It declares what these sources need.

struct Counter: Reducer {
    enum Action: Sendable { case add(Int) }

    func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let number): count += number
        }
        return .none
    }
}

struct Ping: Command { typealias Output = Int }

actor Elsewhere {
    private var engine: Engine?
    private var store: Store<Counter>?

    func begin() { engine = Engine() }
    func take(_ engine: Engine) { self.engine = engine }
    func take(_ store: Store<Counter>) { self.store = store }
    func take(_ inbox: Inbox<Counter.Action>) async throws { try await inbox.send(.add(1)) }
}
