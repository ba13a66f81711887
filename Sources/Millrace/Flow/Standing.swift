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
    package let items: [ActiveRequest]
    /// Whether the reducer declares it at all.
    public let isDeclared: Bool

    init(items: [ActiveRequest], isDeclared: Bool = true) {
        (self.items, self.isDeclared) = (items, isDeclared)
    }

    static var undeclared: Standing { Standing(items: [], isDeclared: false) }

    /// No command is active.
    public static var none: Standing { Standing(items: []) }

    /// `command` is active, and its events are sent as actions.
    ///
    /// - Parameters:
    ///   - command: the request; another one of the same key cancels this one and starts.
    ///   - respond: makes the action of an event. Not compared.
    ///   - key: identifies it from turn to turn.
    ///   - retry: how often a failure is tried again. Defaults to `.never`.
    public static func command<C: Command>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, key: AnyHashable, retry: Retry = .never
    ) -> Standing {
        let node = CommandNode(command, respond, nil, .concurrent, retry, nil, R.Action?.none)
        return Standing(items: [ActiveRequest(key: EffectKey(id: key), node: node, context: nil)])
    }

    /// The commands of both; of two under one key, the one here.
    public func and(_ other: Standing) -> Standing {
        let mine = Set(items.map(\.key))
        return Standing(
            items: items + other.items.filter { !mine.contains($0.key) }, isDeclared: isDeclared || other.isDeclared)
    }

    /// Lifts what a child's state asks for; `path` keeps its keys apart from those of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: KeyPath<Parent.State, R.State>
    ) -> Standing<Parent> {
        lifted(action, .always(path))
    }

    /// Lifts what the state of a child that may be missing asks for.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: KeyPath<Parent.State, R.State?>
    ) -> Standing<Parent> {
        lifted(action, .sometimes(path))
    }

    private func lifted<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, _ path: ChildPath
    ) -> Standing<Parent> {
        let noOutput: ((Never) -> Parent.Action)? = nil
        let noTransition: ((Never) -> Never)? = nil
        let lift = Lift(of: R.self, in: Parent.self, action, noOutput, noTransition, path)
        return Standing<Parent>(
            items: items.map { item in
                let context = item.context?.lifted(by: lift) ?? LiftContext(lift, in: nil)
                return .init(key: EffectKey(path: context.path, id: item.key.id), node: item.node, context: context)
            }, isDeclared: isDeclared)
    }
}

extension LiftContext {
    /// The same lifts within another one.
    fileprivate func lifted(by lift: Lift) -> LiftContext {
        LiftContext(self.lift, in: outer?.lifted(by: lift) ?? LiftContext(lift, in: nil))
    }
}

/// A command that should be running, and its key.
package struct ActiveRequest {
    package let key: EffectKey
    package let node: CommandNode
    package let context: LiftContext?
}
