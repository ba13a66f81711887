import Millrace

/// Two-phase commit whose messages are delivered once: with the messages in the state, and as pending commands.
///
/// Both have the same states and the same steps.
enum Delivery {
    enum Message: Hashable, Comparable { case prepared(Int), commit(Int), abort(Int) }

    /// The states of the managers.
    struct Managers: Hashable {
        var resources: [TwoPhaseCommit.Manager]
        var transaction = TwoPhaseCommit.Manager.working
        var isPrepared: [Bool]

        init(resources count: Int) {
            resources = Array(repeating: .working, count: count)
            isPrepared = Array(repeating: false, count: count)
        }

        mutating func receive(_ message: Message) {
            switch message {
            case .prepared(let index): if transaction == .working { isPrepared[index] = true }
            case .commit(let index): resources[index] = .committed
            case .abort(let index): resources[index] = .aborted
            }
        }

        var isConsistent: Bool { !(resources.contains(.aborted) && resources.contains(.committed)) }
    }

    enum Action: Hashable { case commit, abort, prepare(Int), chooseToAbort(Int), deliver(Message) }

    /// Reduces an action, and returns the messages to send.
    static func reduce(_ managers: inout Managers, _ action: Action) -> [Message] {
        switch action {
        case .commit:
            managers.transaction = .committed
            return managers.resources.indices.map { .commit($0) }
        case .abort:
            managers.transaction = .aborted
            return managers.resources.indices.map { .abort($0) }
        case .prepare(let index):
            managers.resources[index] = .prepared
            return [.prepared(index)]
        case .chooseToAbort(let index): managers.resources[index] = .aborted
        case .deliver(let message): managers.receive(message)
        }
        return []
    }

    @Sendable static func actions(_ managers: Managers) -> [Action] {
        var actions: [Action] = []
        if managers.transaction == .working {
            if managers.isPrepared.allSatisfy({ $0 }) { actions.append(.commit) }
            actions.append(.abort)
        }
        for index in managers.resources.indices where managers.resources[index] == .working {
            actions += [.prepare(index), .chooseToAbort(index)]
        }
        return actions
    }

    struct InState: Reducer {
        struct State: Hashable {
            var managers: Managers
            /// In ascending order.
            var messages: [Message] = []
        }

        typealias Action = Delivery.Action

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            if case .deliver(let message) = action { state.messages.removeAll { $0 == message } }
            let messages = Delivery.reduce(&state.managers, action)
            if !messages.isEmpty { state.messages = (state.messages + messages).sorted() }
            return .none
        }

        @Sendable static func actions(_ state: State) -> [Action] {
            Delivery.actions(state.managers) + state.messages.map { .deliver($0) }
        }
    }

    struct InFlight: Reducer {
        struct Deliver: Command, Hashable {
            typealias Output = Bool
            let message: Message
        }

        typealias State = Managers
        typealias Action = Delivery.Action

        func reduce(_ state: inout Managers, _ action: Action) -> Flow<Self> {
            let messages = Delivery.reduce(&state, action)
            if messages.isEmpty { return .none }
            return .merge(
                messages.map { message in .execute(Deliver(message: message), as: { _ in .deliver(message) }) })
        }
    }
}
