public import Millrace

/// The identifier of an effect within a store: the id from the feature, and the path to that feature.
///
/// A command that is executed without an id and with a policy other than `.concurrent` has its type as its id.
public struct EffectID: Hashable, CustomStringConvertible {
    let key: EffectKey

    /// The id that the feature gave to the effect. If it gave none, this identifies the type of the command.
    public var id: AnyHashable { key.id }

    /// The type of the commands with this identifier; `nil` if the feature gave an id.
    public var command: (any Command.Type)? { (key.id.base as? CommandName)?.type }

    /// The key paths from the store's state to the feature, outermost first.
    public var path: [AnyHashable] { key.path }

    /// Whether this is the same id in a child of the feature with the other identifier.
    package func isWithin(_ other: EffectID) -> Bool {
        areSame(id, other.id) && path.count > other.path.count && path.starts(with: other.path) { areSame($0, $1) }
    }

    /// The id, or the type of the commands.
    public var description: String { "\(key.id)" }
}
