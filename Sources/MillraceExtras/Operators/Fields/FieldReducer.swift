public import Millrace

/// A part of a feature that sets the fields of a form.
///
/// ```swift
/// enum Action {
///     case field(FieldChange<State>), save
///     var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
/// }
/// var body: some ReducerBody<Self> {
///     FieldReducer(\.field)
///     Reduce { state, action in
///         switch action {
///         case .field(\.name): state.isNameValid = !state.name.isEmpty
///         case .field, .save: break
///         }
///         return .none
///     }
/// }
/// ```
/// The next parts see the new value.
public struct FieldReducer<Feature: Reducer>: ReducerBody {
    @usableFromInline let extract: (Feature.Action) -> FieldChange<Feature.State>?

    /// Creates a part that applies the change that `extract` returns; `nil` for other actions.
    @inlinable @inline(__always)
    public init(_ extract: @escaping (Feature.Action) -> FieldChange<Feature.State>?) { self.extract = extract }

    /// Applies the change of `action`, if there is one. Returns ``Flow/none``.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        extract(action)?.apply(to: &state)
        return .none
    }

    /// Declares no command.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        commands.declareNothing()
    }
}
