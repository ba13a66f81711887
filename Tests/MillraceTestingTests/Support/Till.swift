#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceJournal

    /// Requests the price of an item.
    struct FindPrice: Command, Codable {
        typealias Output = Int
        var item: String
    }

    /// A value that is never recorded.
    struct PIN: Codable, Hashable, Sendable, Unrecorded { var digits: String }

    /// A till whose reducer can be changed, as by a fault.
    struct Till: Reducer {
        struct State: Codable, Equatable {
            struct Item: Codable, Equatable { var name: String, price: Int }
            var items: [Item] = []
            var removed = 0
            var ticks = 0
            var pin: PIN?
        }
        enum Action: Codable {
            case scan(String), priced(String, Event<FindPrice>), remove(Int), unlock(PIN), lock, startClock, tick
        }
        var factor = 1
        /// The argument of `remove` that counts twice.
        var miscounts: Int?

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .scan(let item): return .execute(FindPrice(item: item)) { .priced(item, $0) }
            case .priced(let item, .data(let price)): state.items.append(.init(name: item, price: price * factor))
            case .priced: break
            case .remove(let index):
                state.removed += index == miscounts ? 2 : 1
                if state.items.indices.contains(index) { state.items.remove(at: index) }
            case .unlock(let pin): state.pin = pin
            case .lock: state.pin = nil
            case .startClock: state.ticks = 1
            case .tick: state.ticks += 1
            }
            return .none
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            if state.ticks > 0 { commands.every(.seconds(1), as: .tick, id: "clock") }
        }
    }
#endif
