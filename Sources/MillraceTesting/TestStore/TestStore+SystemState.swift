import MillraceHistory
import Millrace

// The system state of a test store, for the properties of an explorer.
extension TestStore {
    /// The effects in flight.
    var systemEffects: TestStoreEffects {
        log.read(for: store)
        let pending = log.running.filter { requests.wasCalled(inTurn: $0.record) }.map(\.value)
        return TestStoreEffects(pending: pending, isWaiting: clock.waiting > 0, turn: (history, history.position))
    }

    /// The turns from `before`, an earlier system state, to `after`, the current one.
    ///
    /// Without `before`, the turns since the store was created. If `before` is of another store, this one is its restart.
    func turns(from before: SystemState<R>?, to after: SystemState<R>) -> [Turn<R>] {
        let start = before?.turn.flatMap { $0.history === history ? $0.id : nil }
        var first = after.state
        var reductions = history.turns(after: start ?? 0).reversed().compactMap { record -> ([R.Action], R.State)? in
            let reductions = record.reductions(by: store)
            guard let last = reductions.last else { return nil }
            first = reductions[0].before
            return (reductions.map(\.action), last.after)
        }
        if before?.turn != nil, start == nil { reductions.append(([], first)) }
        return Turn.turns(from: before ?? SystemState(first, TestStoreEffects()), to: after, reductions.reversed())
    }
}

extension SystemState {
    /// The history and the last turn of the test store. `nil` for a system state of a search.
    fileprivate var turn: (history: History, id: Record.ID)? {
        if case .store(let effects) = source { effects.turn } else { nil }
    }
}
