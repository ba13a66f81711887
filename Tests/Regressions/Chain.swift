import Millrace

/// Takes one turn after another, by a link of the test's choice, until none is left.
struct Chain: Reducer {
    enum Link { case send, output, fact, command, sequence, observer }
    struct State { var turns = 0; var left = 0 }
    enum Action { case go(left: Int), nothing, asked(Event<Ask>) }
    struct Ask: Command { typealias Output = Int; let left: Int }
    struct Passed: Fact { let left: Int }
    typealias Output = Int

    let link: Link

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .go(let left), .asked(.data(let left)):
            state = State(turns: state.turns + 1, left: left - 1)
            return left > 1 ? next(left - 1) : .none
        case .nothing, .asked: return .none
        }
    }

    private func next(_ left: Int) -> Flow<Self> {
        switch link {
        case .send: .send(.go(left: left))
        case .output: .output(left)
        case .fact: .post(Passed(left: left))
        case .command: .execute(Ask(left: left), as: Action.asked)
        case .sequence: .send(.nothing).then(.send(.go(left: left)))
        case .observer: .none
        }
    }

    /// The number of turns in which a chain of `length` turns ran.
    static func turns(of length: Int, by link: Link, on engine: Engine) -> Int {
        let store = Store(State(), Chain(link: link), on: engine)
        engine.handle(Ask.self) { $0.left }
        store.listen(to: Passed.self) { .go(left: $0.left) }
        store.onOutput { [unowned store] in store.send(.go(left: $0)) }
        if link == .observer {
            store.subscribe(to: \.left) { [unowned store] in if $0 > 0 { store.send(.go(left: $0)) } }
        }
        store.send(.go(left: length))
        return store.state.turns
    }
}
