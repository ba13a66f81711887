import Millrace

/// How a change is grouped for undo.
public struct UndoStep: Hashable, Sendable {
    /// The id of a group.
    @usableFromInline
    struct GroupID: Hashable, Sendable {
        let base: any Hashable & Sendable

        @usableFromInline static func == (one: GroupID, other: GroupID) -> Bool {
            areSame(AnyHashable(one.base), AnyHashable(other.base))
        }

        @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
    }

    /// The group of the change; `nil` if it is a step of its own.
    @usableFromInline let group: GroupID?

    @usableFromInline init(group: GroupID?) { self.group = group }

    /// A step of its own.
    @inlinable public static var separate: UndoStep { UndoStep(group: nil) }

    /// The same step as the previous change, if that has the same id and the group has not ended.
    ///
    /// A change with another id, an undo, a redo and ``UndoAction/endGroup`` end the group. So does a pause, if the operator has
    /// one.
    public static func group(_ id: some Hashable & Sendable) -> UndoStep { UndoStep(group: GroupID(base: id)) }

    /// The same step as the previous change, unless a pause lies between them. The default of an operator with a pause.
    public static var untilPause: UndoStep { .group("pause") }
}
