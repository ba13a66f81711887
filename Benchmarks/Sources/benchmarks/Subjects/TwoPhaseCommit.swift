import MillraceKit

/// Two-phase commit as in the example of Stateright, once with arrays and sets and once with inline fields.
enum TwoPhaseCommit {
    enum Manager: UInt8 { case working, prepared, committed, aborted }

    enum Action {
        case receivePrepared(Int), commit, abort
        case prepare(Int), chooseToAbort(Int), receiveCommit(Int), receiveAbort(Int)
    }

    /// The usual implementation, with arrays and a set.
    struct Arrays: Reducer {
        enum Message: Hashable { case prepared(Int), commit, abort }

        struct State: Hashable {
            var resources: [Manager]
            var transaction = Manager.working
            var isPrepared: [Bool]
            var messages: Set<Message> = []

            init(resources count: Int) {
                resources = Array(repeating: .working, count: count)
                isPrepared = Array(repeating: false, count: count)
            }
        }

        typealias Action = TwoPhaseCommit.Action

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .receivePrepared(let index): state.isPrepared[index] = true
            case .commit:
                state.transaction = .committed
                state.messages.insert(.commit)
            case .abort:
                state.transaction = .aborted
                state.messages.insert(.abort)
            case .prepare(let index):
                state.resources[index] = .prepared
                state.messages.insert(.prepared(index))
            case .chooseToAbort(let index): state.resources[index] = .aborted
            case .receiveCommit(let index): state.resources[index] = .committed
            case .receiveAbort(let index): state.resources[index] = .aborted
            }
            return .none
        }

        @Sendable static func actions(_ state: State) -> [Action] {
            var actions: [Action] = []
            if state.transaction == .working {
                if state.isPrepared.allSatisfy({ $0 }) { actions.append(.commit) }
                actions.append(.abort)
            }
            for index in state.resources.indices {
                if state.transaction == .working, state.messages.contains(.prepared(index)) {
                    actions.append(.receivePrepared(index))
                }
                if state.resources[index] == .working { actions += [.prepare(index), .chooseToAbort(index)] }
                if state.messages.contains(.commit) { actions.append(.receiveCommit(index)) }
                if state.messages.contains(.abort) { actions.append(.receiveAbort(index)) }
            }
            return actions
        }

        @Sendable static func isConsistent(_ state: State) -> Bool {
            !(state.resources.contains(.aborted) && state.resources.contains(.committed))
        }
    }

    /// An implementation with bit fields.
    struct Inline: Reducer {
        struct State: Hashable {
            let count: Int
            /// Two bits for each resource.
            var resources: UInt32 = 0
            var transaction = Manager.working
            /// A bit for each resource.
            var isPrepared: UInt16 = 0
            var hasSaidPrepared: UInt16 = 0
            var hasCommit = false
            var hasAbort = false

            init(resources count: Int) { self.count = count }

            subscript(index: Int) -> Manager {
                get { Manager(rawValue: UInt8(truncatingIfNeeded: resources >> (2 * index) & 3)) ?? .working }
                set { resources = resources & ~(3 << (2 * index)) | UInt32(newValue.rawValue) << (2 * index) }
            }
        }

        typealias Action = TwoPhaseCommit.Action

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .receivePrepared(let index): state.isPrepared |= 1 << index
            case .commit: (state.transaction, state.hasCommit) = (.committed, true)
            case .abort: (state.transaction, state.hasAbort) = (.aborted, true)
            case .prepare(let index):
                state[index] = .prepared
                state.hasSaidPrepared |= 1 << index
            case .chooseToAbort(let index): state[index] = .aborted
            case .receiveCommit(let index): state[index] = .committed
            case .receiveAbort(let index): state[index] = .aborted
            }
            return .none
        }

        @Sendable static func actions(_ state: State) -> [Action] {
            var actions: [Action] = []
            if state.transaction == .working {
                if state.isPrepared == 1 << state.count - 1 { actions.append(.commit) }
                actions.append(.abort)
            }
            for index in 0..<state.count {
                if state.transaction == .working, state.hasSaidPrepared & 1 << index != 0 {
                    actions.append(.receivePrepared(index))
                }
                if state[index] == .working { actions += [.prepare(index), .chooseToAbort(index)] }
                if state.hasCommit { actions.append(.receiveCommit(index)) }
                if state.hasAbort { actions.append(.receiveAbort(index)) }
            }
            return actions
        }

        @Sendable static func isConsistent(_ state: State) -> Bool {
            let low = state.resources & 0x5555_5555
            let high = state.resources >> 1 & 0x5555_5555
            return high & low == 0 || high & ~low == 0
        }
    }

    /// A handwritten breadth-first search with 64-bit fingerprints, which checks one property of each state.
    static func search<R: Reducer>(
        from state: R.State, _ reducer: R, _ actions: (R.State) -> [R.Action], _ isConsistent: (R.State) -> Bool
    ) -> Int where R.State: Hashable {
        var seen: Set<Int> = [state.hashValue]
        var queue = [state]
        var head = 0
        while head < queue.count {
            let state = queue[head]
            head += 1
            for action in actions(state) {
                var next = state
                _ = reducer.reduce(&next, action)
                guard seen.insert(next.hashValue).inserted else { continue }
                precondition(isConsistent(next))
                queue.append(next)
            }
        }
        return seen.count
    }
}
