public import Millrace

extension ReducerBody {
    /// Adds a child in a case of an enum. The child reduces its actions first, then this part reduces them too.
    ///
    /// ```swift
    /// enum Screen {
    ///     case list(List.State), editor(Editor.State)
    ///     var editor: Editor.State? { if case .editor(let it) = self { it } else { nil } }
    /// }
    /// Reduce { state, action in … }
    ///     .ifCase(\.screen, Screen.editor, \.editor, action: .case(Action.editor, \.editor)) { Editor() }
    /// ```
    /// The child's effects are cancelled in the turn in which the enum changes to another case. If the child's state is
    /// `Identifiable`, they are also cancelled in the turn in which its `id` changes. An id or a policy in the child concerns
    /// only effects of this child, not those of children in other cases. The child's active commands run while the enum has
    /// this case. The arrays in the child's state are not copied when the child changes them.
    ///
    /// An action for a missing child is a fault, ``Fault/Kind/missingChild``. The part still reduces it.
    ///
    /// - Parameters:
    ///   - path: The key path of the enum; `\.self` if the state is the enum.
    ///   - embed: The enum case, for example `Screen.editor`.
    ///   - extract: The property of the enum that returns the child's state; `nil` for other cases. It must match `embed`.
    ///   - action: The case of the child's actions.
    ///   - child: Returns the child's reducer. Called once, immediately.
    @inlinable @inline(__always)
    public consuming func ifCase<Root, Child: Reducer>(
        _ path: WritableKeyPath<State, Root>, _ embed: @escaping (Child.State) -> Root,
        _ extract: KeyPath<Root, Child.State?>, action: ChildAction<Child, Feature>, fileID: StaticString = #fileID,
        line: UInt = #line, _ child: () -> Child
    ) -> IfCase<Self, Root, Child> { IfCase(self, path, extract, embed, action, child(), fileID, line) }
}

/// A part of a feature with a child in a case of an enum. ``ReducerBody/ifCase(_:_:_:action:fileID:line:_:)`` creates it.
public struct IfCase<Base: ReducerBody, Root, Child: Reducer>: ReducerBody {
    /// The reducer whose flows the part returns.
    public typealias Feature = Base.Feature

    @usableFromInline let base: Base
    @usableFromInline let path: WritableKeyPath<Feature.State, Root>
    @usableFromInline let extract: KeyPath<Root, Child.State?>
    @usableFromInline let embed: (Child.State) -> Root
    @usableFromInline let action: ChildAction<Child, Feature>
    @usableFromInline let child: Child
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt

    @inlinable @inline(__always)
    init(
        _ base: Base, _ path: WritableKeyPath<Feature.State, Root>, _ extract: KeyPath<Root, Child.State?>,
        _ embed: @escaping (Child.State) -> Root, _ action: ChildAction<Child, Feature>, _ child: Child,
        _ fileID: StaticString, _ line: UInt
    ) {
        (self.base, self.path, self.extract, self.embed) = (base, path, extract, embed)
        (self.action, self.child, self.fileID, self.line) = (action, child, fileID, line)
    }

    /// Reduces an action of the child with the child, and every action with the part.
    ///
    /// - Returns: The flow of the child, and the flow of the part.
    @inlinable @inline(__always)
    public func reduceFeature(_ state: inout Feature.State, _ action: Feature.Action) -> Flow<Feature> {
        guard let childAction = self.action.extract(action) else { return base.reduceFeature(&state, action) }
        let flow = mapped(reduceChild(&state[keyPath: path], childAction))
        return flow.and(base.reduceFeature(&state, action))
    }

    @inlinable
    func reduceChild(_ root: inout Root, _ action: Child.Action) -> Flow<Child> {
        guard var state = root[keyPath: extract] else {
            var missing: Child.State?
            return child.reduce(&missing, action, fileID: fileID, line: line)
        }
        // Releases the enum. Otherwise the child would copy its arrays when it changes them.
        _ = consume root
        let flow = child.reduce(&state, action)
        root = embed(consume state)
        return flow
    }

    /// Maps the flow through the enum and through its case. The key path of the case alone would not distinguish two enums.
    @inlinable
    func mapped(_ flow: Flow<Child>) -> Flow<Feature> {
        if flow.isNone { return .none }
        let inEnum: Flow<EnumLevel<Root, Feature>> = flow.mapped(
            action.embed, action.output, action.transition, .sometimes(extract))
        return inEnum.mapped({ $0 }, nil, { $0 }, .always(path))
    }

    /// Declares the commands of the part, and the commands of the child while the enum has its case.
    @inlinable
    public func declareCommands(for state: Feature.State, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: state, &commands)
        let (isDeclared, outer) = (commands.beginPart(), commands.context)
        commands.add(child, state[keyPath: path][keyPath: extract]) { context(in: outer) }
        commands.endPart(isDeclared)
    }

    @usableFromInline
    func context(in outer: MapContext?) -> MapContext {
        let level = ActionMapping<EnumLevel<Root, Feature>, Feature>(.none, { $0 }, nil, { $0 }, .always(path))
        let mapping = ActionMapping<Child, EnumLevel<Root, Feature>>(
            .none, action.embed, action.output, action.transition, .sometimes(extract))
        return MapContext(mapping, in: MapContext(level, in: outer))
    }
}

/// The level between a feature and the child in an enum: its state is the enum.
@usableFromInline
enum EnumLevel<Root, Feature: Reducer>: Reducer {
    @usableFromInline typealias State = Root
    @usableFromInline typealias Action = Feature.Action
    @usableFromInline typealias Transition = Feature.Transition

    @usableFromInline func reduce(_ state: inout Root, _ action: Feature.Action) -> Flow<Self> { .none }
}
