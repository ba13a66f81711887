public import Millrace

/// A feature whose reducer is composed of parts.
///
/// ```swift
/// struct Search: ComposedReducer {
///     struct State { var query = ""; var results: [String] = [] }
///     enum Action { case type(String), found(Event<Find>) }
///
///     var body: some ReducerBody<Self> {
///         Reduce { state, action in
///             switch action {
///             case .type(let text): state.query = text
///             case .found(let event): state.results = event.output ?? []
///             }
///             return .none
///         }
///         .onChange(of: \.query) { _, query in .execute(Find(query), as: Action.found, policy: .latest) }
///     }
/// }
/// ```
///
/// The parts reduce an action in order, in the same turn. Each part sees the changes of the previous parts. Their flows are
/// performed in the same order, and no flow waits for another.
///
/// `body` is called for each action and for each declaration of active commands. It must only combine parts.
public protocol ComposedReducer: Reducer {
    /// The type of the parts.
    associatedtype Body: ReducerBody<Self>

    /// The parts of the reducer, in the order in which they reduce an action.
    @ReducerBuilder<Self> var body: Body { get }
}

extension ComposedReducer {
    /// Reduces `action` with the parts of ``body``, in order.
    ///
    /// - Returns: The flows of the parts, in the same order.
    @inlinable
    public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { body.reduceFeature(&state, action) }

    /// Declares the commands of all parts of ``body``, in order.
    @inlinable
    public func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        body.declareCommands(for: state, &commands)
    }
}
