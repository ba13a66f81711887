public import Millrace

extension ReducerBody {
    /// Returns a flow when a value of the state has changed.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .onChange(of: \.query) { old, query in .execute(Find(query), as: Action.found, policy: .latest) }
    /// ```
    /// The value before an action is compared with the value after it, in the action's turn. Changes by the part to which this
    /// operator is applied count, including changes by its children. Changes by other parts do not count. The values are compared
    /// by `==`. A value that does not equal itself, because it contains NaN for example, has changed if its bits and its members
    /// differ.
    ///
    /// - Parameters:
    ///   - value: Returns the value, for example `\.query`. Called twice for each action.
    ///   - flow: Returns what happens next. Called in the turn of the change, with the old and the new value. The flow is
    ///     performed after the flow of the action.
    @inlinable @inline(__always)
    public consuming func onChange<Value: Equatable>(
        of value: @escaping (State) -> Value, _ flow: @escaping (_ old: Value, _ new: Value) -> Flow<Feature>
    ) -> OnChange<Self, Value> { OnChange(self, value) { old, new, _ in flow(old, new) } }

    /// Changes the state and returns a flow when a value of the state has changed.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .onChange(of: \.rows.count) { _, count, state in
    ///         state.page = min(state.page, count / 20)
    ///         return .none
    ///     }
    /// ```
    /// The value is compared like in the form with two parameters. A change by `flow` is not compared again.
    ///
    /// - Parameters:
    ///   - value: Returns the value, for example `\.query`. Called twice for each action.
    ///   - flow: Changes the state and returns what happens next. Called in the turn of the change, with the old and the new
    ///     value.
    @inlinable @inline(__always)
    public consuming func onChange<Value: Equatable>(
        of value: @escaping (State) -> Value,
        _ flow: @escaping (_ old: Value, _ new: Value, _ state: inout State) -> Flow<Feature>
    ) -> OnChange<Self, Value> { OnChange(self, value, flow) }
}

/// A part of a feature whose changes of a value are followed by a flow. `onChange(of:)` creates it.
public struct OnChange<Base: ReducerBody, Value: Equatable>: ReducerBody {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let value: (Feature.State) -> Value
    @usableFromInline let flow: (Value, Value, inout Feature.State) -> Flow<Feature>

    @inlinable @inline(__always)
    init(
        _ base: Base, _ value: @escaping (Feature.State) -> Value,
        _ flow: @escaping (Value, Value, inout Feature.State) -> Flow<Feature>
    ) { (self.base, self.value, self.flow) = (base, value, flow) }

    /// Reduces `action` with the part, and compares the value.
    ///
    /// - Returns: The flow of the part and, if the value has changed, the flow of the change.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        let old = value(state)
        let flow = base.reduceFeature(&state, action)
        let new = value(state)
        return areSame(old, new) ? flow : flow.and(self.flow(old, new, &state))
    }

    /// Declares the commands of the part.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: state, &commands)
    }
}
