#if Inspector || App
    import MillraceJournal

    /// Everything about one turn.
    struct TurnDetails: Hashable, Sendable {
        let turn: RecordedTurn
        let run: RunSummary
        /// The causes, from the message from outside to this turn.
        let chain: [RecordedTurn]
        /// The messages that the turn caused, with what these caused, as far as they are recorded.
        let effects: [EffectLine]
        /// The beginning of the payload; `nil` if the message has none.
        let payload: String?
        /// The changes that the turn made in each store.
        let changes: [StoreChange]
        /// The messages that a line for several turns counts.
        let folded: [FoldedMessage]
        /// The first turn of a test that repeats what led to this one.
        let start: UInt64
        /// The turns before and after it.
        let previous: UInt64?
        let next: UInt64?
    }

    /// A message in the tree of effects.
    struct EffectLine: Hashable, Sendable, Identifiable {
        let turn: RecordedTurn
        let depth: Int
        var id: UInt64 { turn.id }
    }

    /// A message that repeats.
    struct FoldedMessage: Hashable, Sendable {
        let title: String
        let count: Int
    }

    /// The changes of one store in one turn.
    struct StoreChange: Hashable, Sendable, Identifiable {
        let store: StoreName
        /// The parts that were changed, up to 100.
        let parts: [PartLine]
        /// Why the state is not shown; `nil` if it is.
        let hidden: String?
        var id: UInt64 { store.number }
    }

    /// The change of one part of a state.
    struct PartLine: Hashable, Sendable, Identifiable {
        let path: StatePath
        /// The beginning of the value before and after the change; `nil` if there was none.
        let before: String?
        let after: String?
        /// The place among the changes of the turn.
        let id: Int
    }
#endif
