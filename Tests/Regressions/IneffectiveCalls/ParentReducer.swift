import Millrace

/// A parent with two children that may be removed. All notes are logged in the parent's state.
struct ParentReducer: Reducer {
    struct State {
        var log: [String] = []
        var child: [String]? = []
        var sibling: [String]? = []
        var hasActiveCommand = false
    }

    enum Action {
        case note(String)
        indirect case `do`(Flow<ParentReducer>)
        case child(LoggingReducer.Action), sibling(LoggingReducer.Action)
        case removeChildren, activate
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .note(let text): state.log.append(text)
        case .do(let flow): return flow
        case .child(.note(let text)): state.log.append("child \(text)")
        case .sibling(.note(let text)): state.log.append("sibling \(text)")
        case .child(.do(let flow)): return flow.inChild
        case .sibling(.do(let flow)): return flow.map(Action.sibling, at: \.sibling)
        case .child(.received), .sibling(.received): break
        case .removeChildren: (state.child, state.sibling) = (nil, nil)
        case .activate: state.hasActiveCommand = true
        }
        return .none
    }

    func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if state.hasActiveCommand { commands.execute(Fetch(name: "active"), id: "active") }
    }
}

extension Flow<ParentReducer> {
    /// A command whose cancellation sends its name as a note.
    static func ask(_ name: String) -> Flow { .execute(Fetch(name: name), onCancel: .note(name)) }
}

extension Flow<LoggingReducer> {
    static func ask(_ name: String) -> Flow { .execute(Fetch(name: name), onCancel: .note(name)) }
    var inChild: Flow<ParentReducer> { map(ParentReducer.Action.child, at: \.child) }
}
