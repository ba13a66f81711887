import Millrace

struct Tick: Command {
    typealias Output = Int
    var number: Int
}

struct Note: Fact {
    var number: Int
}

/// A feature that requests every kind of effect.
struct Effects: Reducer {
    struct State { var number = 0 }
    enum Action {
        case command, latest, retry, backOff, timeout, twoCommands, commandThenCommand, commandAndSend
        case sendAndSend, mergeOfSends, sendThenSend
        case flowLatest, race
        case post, output, cancel, delayAndCancel, debounce
        case received(Int), ticked(Event<Tick>)
    }
    typealias Output = Int

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .command: return .execute(Tick(number: state.number), as: Action.ticked)
        case .latest: return .execute(Tick(number: state.number), as: Action.ticked, policy: .latest)
        case .retry: return .execute(Tick(number: state.number), as: Action.ticked, retry: .times(2))
        case .backOff:
            return .execute(
                Tick(number: state.number), as: Action.ticked,
                retry: .times(2, delay: .milliseconds(100), factor: 2, upTo: .seconds(10), jitter: 0.5))
        case .timeout: return .execute(Tick(number: state.number), as: Action.ticked, timeout: .after(.seconds(1)))
        case .twoCommands:
            return .merge([
                .execute(Tick(number: state.number), as: Action.ticked),
                .execute(Tick(number: state.number), as: Action.ticked),
            ])
        case .commandThenCommand:
            return .execute(Tick(number: state.number), as: Action.ticked)
                .then(.execute(Tick(number: state.number), as: Action.ticked))
        case .commandAndSend: return .execute(Tick(number: state.number), as: Action.ticked).and(.send(.received(1)))
        case .flowLatest:
            return .execute(Tick(number: state.number), as: Action.ticked).id("tick", policy: .latest)
        case .race:
            return .race([
                .execute(Tick(number: state.number), as: Action.ticked),
                .execute(Tick(number: state.number), as: Action.ticked),
            ])
        case .sendAndSend: return .send(.received(1)).and(.send(.received(2)))
        case .mergeOfSends: return .merge([.send(.received(1)), .send(.received(2))])
        case .sendThenSend: return .send(.received(1)).then(.send(.received(2)))
        case .post: return .post(Note(number: 1))
        case .output: return .output(1)
        case .cancel: return .cancel("nothing")
        case .delayAndCancel:
            return .after(.seconds(1_000), .send(.received(1)), id: "later").and(.cancel("later"))
        case .debounce: return .debounce(.seconds(1_000), id: "typing", .send(.received(1)))
        case .received(let number), .ticked(.data(let number)):
            state.number &+= number
            return .none
        case .ticked: return .none
        }
    }
}

/// A feature with one child.
struct Parent: Reducer {
    struct State {
        var child = Effects.State()
        var number = 0
    }
    enum Action { case child(Effects.Action), output(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action):
            return Effects().reduce(&state.child, action).map(Action.child, output: Action.output, at: \.child)
        case .output(let number):
            state.number &+= number
            return .none
        }
    }
}

/// A feature whose child has a child.
struct Grandparent: Reducer {
    struct State {
        var child = Parent.State()
        var number = 0
    }
    enum Action { case child(Parent.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action): Parent().reduce(&state.child, action).map(Action.child, at: \.child)
        }
    }
}

/// A feature with an optional child and children in a dictionary.
struct Family: Reducer {
    struct State {
        var child: Effects.State? = Effects.State()
        var table = [1: Effects.State(), 2: Effects.State()]
        var number = 0
    }
    enum Action { case child(Effects.Action), keyed(Int, Effects.Action), output(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .child(let action):
            return Effects().reduce(&state.child, action).map(Action.child, output: Action.output, at: \.child)
        case .keyed(let key, let action):
            return Effects().reduce(&state.table, id: key, action)
                .map(Action.keyed, output: { .output($1) }, at: \.table, id: key)
        case .output(let number):
            state.number &+= number
            return .none
        }
    }
}

/// A feature with a keyed child of a keyed child.
struct Town: Reducer {
    struct State { var families = [1: Family.State(), 2: Family.State()] }
    enum Action { case family(Int, Family.Action) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .family(let key, let action):
            Family().reduce(&state.families, id: key, action).map(Action.family, at: \.families, id: key)
        }
    }
}
