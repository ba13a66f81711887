#if SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceExtras

    /// Charges one order at a vault, and cancels it after a minute, or when a user wants it.
    struct Till: Reducer {
        enum Phase: String, Codable { case idle, charging, charged, cancelled }
        struct State: Codable, Hashable { var phase = Phase.idle }
        enum Action: Codable, Hashable, Sendable { case place, cancel, charged }

        let vault: RemoteStore<Vault>
        /// A bug: what is not charged yet is not refunded, although the message is on its way.
        var refundsOnlyCharged = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Till> {
            switch action {
            case .place:
                state.phase = .charging
                return .send(.charge, to: vault).and(.after(.seconds(60), .send(.cancel), id: "patience"))
            case .cancel:
                let mustRefund = !refundsOnlyCharged || state.phase == .charged
                state.phase = .cancelled
                return .cancel("patience").and(mustRefund ? .send(.refund, to: vault) : .none)
            case .charged:
                if state.phase == .charging { state.phase = .charged }
                return .cancel("patience")
            }
        }
    }

    /// Takes the money, and answers.
    struct Vault: Reducer {
        enum Phase: String, Codable { case empty, taking, refunding, taken, refunded }
        struct State: Codable, Hashable { var phase = Phase.empty }
        enum Action: Codable, Hashable, Sendable { case charge, taken, refund }

        /// What is right or wrong.
        enum Way: Sendable { case right, ignoresEarlyRefund, forgetsAfterKill }

        let till: RemoteStore<Till>
        var way = Way.right

        func reduce(_ state: inout State, _ action: Action) -> Flow<Vault> {
            switch action {
            case .charge:
                state.phase = .taking
                return way == .forgetsAfterKill ? .execute(TakeOnce()) : .execute(Take())
            case .taken:
                if state.phase == .refunding {
                    state.phase = .refunded
                    return .none
                }
                state.phase = .taken
                return .send(.charged, to: till)
            case .refund:
                if state.phase == .taken { state.phase = .refunded }
                if state.phase == .taking, way != .ignoresEarlyRefund { state.phase = .refunding }
                return .none
            }
        }
    }

    struct Take: DurableCommand, Hashable {
        typealias Output = Int
        static let durableName = "take"
        static var interruption: Interruption<Take> { .runAgain(starts: 2) }
        func response(to event: Event<Take>) -> Vault.Action { .taken }
    }

    /// A bug: it ends with its process, and the till waits.
    struct TakeOnce: DurableCommand, Hashable {
        typealias Output = Int
        static let durableName = "take once"
        static var interruption: Interruption<TakeOnce> { .cancel }
        func response(to event: Event<TakeOnce>) -> Vault.Action { .taken }
    }
#endif
