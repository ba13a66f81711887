public import Millrace

/// The case of a feature's actions that contains the key and the action of one of several children.
///
/// ```swift
/// enum Action {
///     case row(Row.ID, Row.Action)
///     var row: (Row.ID, Row.Action)? { if case .row(let id, let it) = self { (id, it) } else { nil } }
/// }
/// … .forEach(\.rows, action: .case(Action.row, \.row)) { Row() }
/// ```
/// The enum case and the property must belong to the same case. A child with outputs or transitions does not compile
/// without `output:` or `transition:`.
public struct KeyedChildAction<Key: Hashable, Child: Reducer, Feature: Reducer> {
    @usableFromInline let embed: (Key, Child.Action) -> Feature.Action
    @usableFromInline let extract: (Feature.Action) -> (Key, Child.Action)?
    @usableFromInline let output: ((Key, Child.Output) -> Feature.Action)?
    @usableFromInline let transition: ((Key, Child.Transition) -> Feature.Transition)?

    @inlinable @inline(__always)
    init(
        _ embed: @escaping (Key, Child.Action) -> Feature.Action,
        _ extract: @escaping (Feature.Action) -> (Key, Child.Action)?,
        _ output: ((Key, Child.Output) -> Feature.Action)?,
        _ transition: ((Key, Child.Transition) -> Feature.Transition)?
    ) { (self.embed, self.extract, self.output, self.transition) = (embed, extract, output, transition) }

    /// Creates the case of the children's actions.
    ///
    /// - Parameters:
    ///   - embed: The enum case.
    ///   - extract: Returns the key of a child and its action; `nil` for an action of another case.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Key, Child.Action) -> Feature.Action,
        _ extract: @escaping (Feature.Action) -> (Key, Child.Action)?
    ) -> Self where Child.Output == Never, Child.Transition == Never { Self(embed, extract, nil, nil) }

    /// Creates the case of the children's actions. `output` maps each output of a child to an action of the feature.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Key, Child.Action) -> Feature.Action,
        _ extract: @escaping (Feature.Action) -> (Key, Child.Action)?,
        output: @escaping (Key, Child.Output) -> Feature.Action
    ) -> Self where Child.Transition == Never { Self(embed, extract, output, nil) }

    /// Creates the case of the children's actions. `transition` maps each transition of a child to one of the feature.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Key, Child.Action) -> Feature.Action,
        _ extract: @escaping (Feature.Action) -> (Key, Child.Action)?,
        transition: @escaping (Key, Child.Transition) -> Feature.Transition
    ) -> Self where Child.Output == Never { Self(embed, extract, nil, transition) }

    /// Creates the case of the children's actions. `output` and `transition` map each output and transition of a child.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (Key, Child.Action) -> Feature.Action,
        _ extract: @escaping (Feature.Action) -> (Key, Child.Action)?,
        output: @escaping (Key, Child.Output) -> Feature.Action,
        transition: @escaping (Key, Child.Transition) -> Feature.Transition
    ) -> Self { Self(embed, extract, output, transition) }

    /// Maps the flow of the child with the key to a flow of the feature.
    @inlinable
    func mapped(_ flow: Flow<Child>, _ key: Key, at path: @autoclosure () -> ChildPath) -> Flow<Feature> {
        switch flow.storage {
        case .none: .none
        case .send(let action): .send(embed(key, action))
        case .node(let node):
            Flow<Feature>(
                FlowNode.mapped(KeyedMapping<Key, Child, Feature>(node, embed, output, transition, path(), key)))
        }
    }

    /// Returns the context in which the child with the key declares its commands.
    @usableFromInline
    func context(_ key: Key, at path: ChildPath, in outer: MapContext?) -> MapContext {
        MapContext(KeyedMapping<Key, Child, Feature>(.none, embed, output, transition, path, key), in: outer)
    }
}
