public import Millrace

extension ReducerBody {
    /// Adds an optional child. The child reduces its actions first, then this part reduces them too.
    ///
    /// ```swift
    /// Reduce { state, action in
    ///     switch action {
    ///     case .open: state.editor = Editor.State()
    ///     case .editor(.close): state.editor = nil
    ///     case .editor: break
    ///     }
    ///     return .none
    /// }
    /// .ifLet(\.editor, action: .case(Action.editor, \.editor)) { Editor() }
    /// ```
    /// The child's effects are cancelled in the turn in which its state becomes `nil`. If the state is `Identifiable`, they are
    /// also cancelled in the turn in which its `id` changes. An id or a policy in the child concerns only effects of this child.
    /// The child's active commands run while its state is not `nil`.
    ///
    /// An action for a missing child is a fault, ``Fault/Kind/missingChild``. The part still reduces it.
    ///
    /// - Parameters:
    ///   - path: The key path of the child's state.
    ///   - action: The case of the child's actions.
    ///   - child: Returns the child's reducer. Called once, immediately.
    @inlinable @inline(__always)
    public consuming func ifLet<Child: Reducer>(
        _ path: WritableKeyPath<State, Child.State?>, action: ChildAction<Child, Feature>,
        fileID: StaticString = #fileID, line: UInt = #line, _ child: () -> Child
    ) -> IfLet<Self, Child> { IfLet(self, path, action, child(), fileID, line) }
}

/// A part of a feature with an optional child. ``ReducerBody/ifLet(_:action:fileID:line:_:)`` creates it.
public struct IfLet<Base: ReducerBody, Child: Reducer>: ReducerBody {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let path: WritableKeyPath<Feature.State, Child.State?>
    @usableFromInline let action: ChildAction<Child, Feature>
    @usableFromInline let child: Child
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable @inline(__always)
    init(
        _ base: Base, _ path: WritableKeyPath<Feature.State, Child.State?>, _ action: ChildAction<Child, Feature>,
        _ child: Child, _ fileID: StaticString, _ line: UInt
    ) {
        (self.base, self.path, self.action, self.child) = (base, path, action, child)
        (self.fileID, self.line) = (fileID, line)
    }

    /// Reduces an action of the child with the child, and every action with the part.
    ///
    /// - Returns: The flow of the child, and the flow of the part.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        guard let childAction = self.action.extract(action) else { return base.reduceFeature(&state, action) }
        let flow = self.action.mapped(
            child.reduce(&state[keyPath: path], childAction, fileID: fileID, line: line), at: .sometimes(path))
        return flow.and(base.reduceFeature(&state, action))
    }

    /// Declares the commands of the part, and the commands of the child while its state is not `nil`.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: state, &commands)
        let (isDeclared, outer) = (commands.beginPart(), commands.context)
        commands.add(child, state[keyPath: path]) { action.context(at: .sometimes(path), in: outer) }
        commands.endPart(isDeclared)
    }
}
