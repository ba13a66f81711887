#if Testing || App
    import Millrace
    import MillraceTesting

    /// An item on a shelf, which can be removed.
    struct Item: Reducer {
        enum Action { case tick }
        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            return .none
        }
    }

    /// A shelf that passes actions to a removed item.
    struct Shelves: Reducer {
        struct State: Hashable { var item: Int? = 0 }
        enum Action { case close, item(Item.Action) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .close:
                state.item = nil
                return .none
            case .item(let action):
                return Item().reduce(&state.item, action, fileID: "Shelves", line: 7).map(Action.item, at: \.item)
            }
        }

        static var explorer: Explorer<Shelves> {
            Explorer(State(), Self(), called: "Shelves.explorer")
                .actions { ($0.item ?? 0) < 2 ? [.close, .item(.tick)] : [.close] }
        }
    }

    /// Sends itself an action in every turn, without end.
    struct Circle: Reducer {
        enum Action { case start, turn }
        func reduce(_ state: inout Bool, _ action: Action) -> Flow<Self> {
            state = true
            return .send(.turn)
        }

        static var explorer: Explorer<Circle> {
            Explorer(false, Self(), called: "Circle.explorer").actions { $0 ? [] : [.start] }
        }
    }

    /// Executes the command again as long as the answer is a failure.
    struct Insisting: Reducer {
        struct Knock: Command, Equatable { typealias Output = Void }
        struct Away: Error, Equatable {}
        enum Action { case knock, answered(Event<Knock>) }
        enum State: Hashable { case outside, knocking, inside }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .knock, .answered(.failure):
                state = .knocking
                return .execute(Knock(), as: Action.answered)
            case .answered(.data): state = .inside
            case .answered(.progress): break
            }
            return .none
        }

        static var explorer: Explorer<Insisting> {
            Explorer(.outside, Self(), called: "Insisting.explorer")
                .actions { $0 == .outside ? [.knock] : [] }
                .outcomes(of: Knock.self) { _ in [.complete(()), .fail(Away())] }
                .eventually("in the house", from: { $0.state == .knocking }) { $0.state == .inside }
        }

        /// The command has no outcome after the knock, so nothing can happen any more.
        static var withoutOutcomes: Explorer<Insisting> {
            Explorer(.outside, Self(), called: "Insisting.withoutOutcomes")
                .actions { $0 == .outside ? [.knock] : [] }
                .outcomes(of: Knock.self) { _, state in state == .knocking ? [] : [.complete(())] }
                .noDeadEnd(except: { $0.state == .inside })
                .eventually("in the house", from: { $0.state == .knocking }) { $0.state == .inside }
        }
    }
#endif
