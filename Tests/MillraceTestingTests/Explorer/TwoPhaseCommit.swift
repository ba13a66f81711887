#if Testing || App
    import MillraceExtras
    import Millrace
    import MillraceTesting

    /// Two-phase commit, as in the example of Stateright: a transaction manager, and resource managers that prepare,
    /// commit or abort together.
    struct TwoPhaseCommit: Reducer {
        enum Manager: Hashable, Comparable { case working, prepared, committed, aborted }
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

        enum Action: Equatable {
            case receivePrepared(Int), commit, abort
            case prepare(Int), chooseToAbort(Int), receiveCommit(Int), receiveAbort(Int)
        }

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

        /// An incomplete canonical form of states that differ only in the names of the resources.
        ///
        /// Sorts the resources by their phase, as in the example of Stateright. Resources in the same phase keep their
        /// order, although they may differ otherwise.
        @Sendable static func sorted(_ state: State) -> State {
            permuted(state) { one, other in state.resources[one] < state.resources[other] }
        }

        /// The complete canonical form of states that differ only in the names of the resources.
        @Sendable static func canonical(_ state: State) -> State {
            permuted(state) { one, other in
                let (one, other) = (key(one, state), key(other, state))
                return one.lexicographicallyPrecedes(other)
            }
        }

        private static func permuted(_ state: State, by precedes: (Int, Int) -> Bool) -> State {
            let order = state.resources.indices.sorted(by: precedes)
            var permuted = state
            permuted.resources = order.map { state.resources[$0] }
            permuted.isPrepared = order.map { state.isPrepared[$0] }
            permuted.messages = Set(
                state.messages.map { message in
                    guard case .prepared(let index) = message else { return message }
                    return .prepared(order.firstIndex(of: index) ?? index)
                })
            return permuted
        }

        private static func key(_ index: Int, _ state: State) -> [Int] {
            let manager =
                [Manager.working, .prepared, .committed, .aborted].firstIndex(of: state.resources[index]) ?? 0
            return [manager, state.isPrepared[index] ? 1 : 0, state.messages.contains(.prepared(index)) ? 1 : 0]
        }

        static func explorer(resources count: Int) -> Explorer<Self> {
            Explorer(State(resources: count), Self())
                .actions(actions)
                .always("all or none") { systemState in
                    let resources = systemState.state.resources
                    return !(resources.contains(.aborted) && resources.contains(.committed))
                }
                .sometimes("all commit") { $0.state.resources.allSatisfy { $0 == .committed } }
                .sometimes("all abort") { $0.state.resources.allSatisfy { $0 == .aborted } }
        }
    }
#endif
