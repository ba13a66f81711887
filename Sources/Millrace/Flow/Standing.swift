/// The commands that should be running while a state lasts, each under a key.
///
/// ```swift
/// func standing(_ state: State) -> Standing<Self> {
///     state.room.map { .command(Listen(to: $0), as: Action.heard, key: "room") } ?? .none
/// }
/// ```
/// After each turn the engine compares with what it asked for last: a new key starts, a missing key is cancelled, a key
/// whose command is another is cancelled and started anew. Work that ended by itself is not started again while its key
/// and command stay. No receipt waits for standing work.
public struct Standing<R: Reducer> {
    struct Item {
        let key: EffectKey
        let execution: Execution<R>
    }

    let items: [Item]
    /// Whether the reducer declares it at all.
    public let isDeclared: Bool

    init(items: [Item], isDeclared: Bool = true) {
        (self.items, self.isDeclared) = (items, isDeclared)
    }

    @usableFromInline static var undeclared: Standing { Standing(items: [], isDeclared: false) }

    /// Nothing should be running.
    public static var none: Standing { Standing(items: []) }

    /// `command` should be running, and its events are folded as actions.
    public static func command<C: Command>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, key: AnyHashable, retry: Retry = .never
    ) -> Standing {
        let execution = CommandExecution<C, R>(
            command: command, respond: respond, key: nil, policy: .concurrent,
            patience: retry.attempts == 0 ? nil : Patience(retry), residence: nil
        )
        return Standing(items: [Item(key: EffectKey(id: key), execution: execution)])
    }

    /// What stands in either; of two under one key, the one here.
    public func and(_ other: Standing) -> Standing {
        let mine = Set(items.map(\.key))
        return Standing(
            items: items + other.items.filter { !mine.contains($0.key) }, isDeclared: isDeclared || other.isDeclared)
    }

    /// Lifts what a child's state asks for; `path` keeps its keys apart from those of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: KeyPath<Parent.State, R.State>
    ) -> Standing<Parent> {
        lifted(action, path)
    }

    /// Lifts what the state of a child that may be missing asks for.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: KeyPath<Parent.State, R.State?>
    ) -> Standing<Parent> {
        lifted(action, path)
    }

    private func lifted<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, _ component: AnyHashable
    ) -> Standing<Parent> {
        let lift = Lift<R, Parent>(action: action, output: nil, transition: nil)
        return Standing<Parent>(
            items: items.map { .init(key: $0.key.within(component), execution: $0.execution.lifted(by: lift)) },
            isDeclared: isDeclared)
    }
}
