public import Millrace

/// The case of a feature's actions that contains the actions of a child.
///
/// It needs the enum case, and a property that returns the child's action or `nil`. The property is one line for each case:
///
/// ```swift
/// enum Action {
///     case editor(Editor.Action)
///     var editor: Editor.Action? { if case .editor(let it) = self { it } else { nil } }
/// }
/// … .ifLet(\.editor, action: .case(Action.editor, \.editor)) { Editor() }
/// ```
/// Both must belong to the same case. A child with outputs or transitions does not compile without `output:` or `transition:`.
public struct ChildAction<Child: Reducer, Feature: Reducer> {
    @usableFromInline let embed: (Child.Action) -> Feature.Action
    @usableFromInline let extract: (Feature.Action) -> Child.Action?
    @usableFromInline let output: ((Child.Output) -> Feature.Action)?
    @usableFromInline let transition: ((Child.Transition) -> Feature.Transition)?

    @inlinable @inline(__always)
    init(
        _ embed: @escaping (Child.Action) -> Feature.Action, _ extract: @escaping (Feature.Action) -> Child.Action?,
        _ output: ((Child.Output) -> Feature.Action)?, _ transition: ((Child.Transition) -> Feature.Transition)?
    ) { (self.embed, self.extract, self.output, self.transition) = (embed, extract, output, transition) }

    /// Creates the case of the child's actions.
    ///
    /// - Parameters:
    ///   - embed: The enum case.
    ///   - extract: Returns the child's action; `nil` for an action of another case.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Child.Action) -> Feature.Action, _ extract: @escaping (Feature.Action) -> Child.Action?
    ) -> Self where Child.Output == Never, Child.Transition == Never { Self(embed, extract, nil, nil) }

    /// Creates the case of the child's actions. `output` maps each output of the child to an action of the feature.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Child.Action) -> Feature.Action, _ extract: @escaping (Feature.Action) -> Child.Action?,
        output: @escaping (Child.Output) -> Feature.Action
    ) -> Self where Child.Transition == Never { Self(embed, extract, output, nil) }

    /// Creates the case of the child's actions. `transition` maps each transition of the child to one of the feature.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Child.Action) -> Feature.Action, _ extract: @escaping (Feature.Action) -> Child.Action?,
        transition: @escaping (Child.Transition) -> Feature.Transition
    ) -> Self where Child.Output == Never { Self(embed, extract, nil, transition) }

    /// Creates the case of the child's actions. `output` and `transition` map each output and transition of the child.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Child.Action) -> Feature.Action, _ extract: @escaping (Feature.Action) -> Child.Action?,
        output: @escaping (Child.Output) -> Feature.Action,
        transition: @escaping (Child.Transition) -> Feature.Transition
    ) -> Self { Self(embed, extract, output, transition) }

    /// Maps the child's flow to a flow of the feature.
    @inlinable
    func mapped(_ flow: Flow<Child>, at path: @autoclosure () -> ChildPath) -> Flow<Feature> {
        flow.mapped(embed, output, transition, path())
    }

    /// Returns the context in which the child declares its commands.
    @usableFromInline
    func context(at path: ChildPath, in outer: MapContext?) -> MapContext {
        MapContext(ActionMapping<Child, Feature>(.none, embed, output, transition, path), in: outer)
    }
}
