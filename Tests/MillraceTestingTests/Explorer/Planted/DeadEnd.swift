#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// A booking wizard, which requests the prices on its second page. The user can close it and open it again; it then
    /// begins again.
    ///
    /// The bug: a timeout was added later, and its failure is ignored. The page waits forever, and has no button.
    struct Wizard: Reducer {
        struct FetchPrice: Command, Equatable { typealias Output = Int; typealias Failure = Trouble; let nights: Int }
        enum Trouble: Error, Equatable { case offline, tooLong }
        enum Page: Hashable { case nights(Int), waiting(nights: Int), price(Int), trouble, booked }
        enum Action { case more, next, back, book, fetched(Event<FetchPrice>) }

        /// Whether the bug is present: a timeout is ignored.
        var isCareless = false

        func reduce(_ page: inout Page, _ action: Action) -> Flow<Self> {
            switch (action, page) {
            case (.more, .nights(let nights)): page = .nights(min(2, nights + 1))
            case (.next, .nights(let nights)):
                page = .waiting(nights: nights)
                return .execute(
                    FetchPrice(nights: nights), as: Action.fetched,
                    timeout: .after(.seconds(10), failingWith: .tooLong))
            case (.fetched(.data(let price)), .waiting): page = .price(price)
            case (.fetched(.failure(.tooLong)), .waiting) where isCareless: break
            case (.fetched(.failure), .waiting): page = .trouble
            case (.back, .price), (.back, .trouble): page = .nights(1)
            case (.book, .price): page = .booked
            default: break
            }
            return .none
        }

        static func explorer(careless: Bool) -> Explorer<Self> {
            Explorer(.nights(1), Self(isCareless: careless), called: "Wizard.explorer(careless: \(careless))")
                .actions { page in
                    switch page {
                    case .nights: [.more, .next]
                    case .waiting, .booked: []
                    case .price: [.book, .back]
                    case .trouble: [.back]
                    }
                }
                .outcomes(of: FetchPrice.self) { [.complete($0.nights * 80), .fail(.offline)] }
                .noDeadEnd(except: { $0.state == .booked })
                .sometimes("two nights are booked") { $0.state == .price(160) }
        }
    }

    struct DeadEndTests {
        @Test("Planted bug · a dead end")
        func isFound() throws {
            try expectFound(
                "no dead end", by: ["store.send(.next)", "store.clock.advanceToNext()"],
                fixed: Wizard.explorer(careless: false), planted: Wizard.explorer(careless: true))
        }

        @Suite(
            .failing(
                """
                “no dead end” is violated. The user can send no action, and no effect in flight can have an outcome.

                    The state is:
                    Wizard.Page.waiting(nights: 1)

                To fix this, fix the feature.
                """))
        struct Printed {
            @Test @MainActor func noDeadEnd() {
                let store = Wizard.explorer(careless: true).testStore()
                store.send(.next)
                store.clock.advanceToNext()
                Wizard.explorer(careless: true).check("no dead end", in: store)
            }
        }
    }
#endif
