import Millrace
import Testing

// A fault of Firestarter, a dispatcher with workers: 1,500 actions from flows overflowed the stack. With
// `Engine.enqueue` taking the turn at once, a hundred turns pass by each kind of link, and a hundred thousand overflow
// the stack by each.
@MainActor struct FirestarterFaultsTests {
    @Test(
        "a hundred thousand actions, each from the flow of the one before, need no stack",
        arguments: [Chain.Link.send, .fact, .command, .sequence])
    func longChains(link: Chain.Link) async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: link, on: engine) == 100_000)
        }
    }
}
