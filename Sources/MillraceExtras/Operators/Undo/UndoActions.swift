public import Millrace

/// The case of a feature's actions that contains ``UndoAction``.
public struct UndoActions<Feature: Reducer> {
    @usableFromInline let embed: (UndoAction) -> Feature.Action
    @usableFromInline let extract: (Feature.Action) -> UndoAction?

    @inlinable @inline(__always)
    init(_ embed: @escaping (UndoAction) -> Feature.Action, _ extract: @escaping (Feature.Action) -> UndoAction?) {
        (self.embed, self.extract) = (embed, extract)
    }

    /// Creates the case of the undo actions.
    ///
    /// - Parameters:
    ///   - embed: The enum case.
    ///   - extract: Returns the undo action; `nil` for an action of another case.
    @inlinable @inline(__always)
    public static func `case`(
        _ embed: @escaping (UndoAction) -> Feature.Action, _ extract: @escaping (Feature.Action) -> UndoAction?
    ) -> Self { Self(embed, extract) }
}
